import { toUuid } from "@/lib/protocols/uuid";

/** Where a snitch can be reached in the words of another tool. */
export type ProtocolAddress = { tool: string; url: string };

/** The addresses at which a snitch takes the check-ins of other tools, most common first. */
export function protocolAddresses(
  snitch: { token: string; id: string },
  checkInUrl: string,
): ProtocolAddress[] {
  const { token } = snitch;
  const uuid = toUuid(snitch);
  return [
    { tool: "Healthchecks", url: `${checkInUrl}/ping/${uuid}` },
    { tool: "Uptime Kuma", url: `${checkInUrl}/api/push/${token}?status=up&msg=OK&ping=` },
    { tool: "Better Stack", url: `${checkInUrl}/api/v1/heartbeat/${token}` },
    { tool: "Checkly", url: `${checkInUrl}/heartbeats/ping/${uuid}` },
    { tool: "Honeybadger", url: `${checkInUrl}/v1/check_in/${token}` },
  ];
}
