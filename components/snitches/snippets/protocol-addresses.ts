import { toUuid } from "@/lib/rules/snitch-uuid";

/** Where a snitch can be reached in the words of another tool. */
export type ProtocolAddress = { tool: string; url: string };

/** The addresses at which a snitch takes the check-ins of other tools, most common first. */
export function protocolAddresses(id: string, checkInKey: string, checkInUrl: string): ProtocolAddress[] {
  const uuid = toUuid({ id, token: checkInKey });
  return [
    { tool: "Healthchecks", url: `${checkInUrl}/ping/${uuid}` },
    { tool: "Uptime Kuma", url: `${checkInUrl}/api/push/${checkInKey}?status=up&msg=OK&ping=` },
    { tool: "Better Stack", url: `${checkInUrl}/api/v1/heartbeat/${checkInKey}` },
    { tool: "Checkly", url: `${checkInUrl}/heartbeats/ping/${uuid}` },
    { tool: "Honeybadger", url: `${checkInUrl}/v1/check_in/${checkInKey}` },
  ];
}
