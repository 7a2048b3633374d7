import { fitsKept, keptAfter, newHeartbeat, toNewAttributes } from "@/lib/protocols/opsgenie/heartbeat";
import { toSlug } from "@/lib/protocols/opsgenie/path";
import type { Imported } from "../imported";
import type { Heartbeat } from "./read";

export function mapOpsgenie(heartbeats: Heartbeat[]): Imported {
  const imported: Imported = { snitches: [], channels: [], leftOut: [] };
  for (const heartbeat of heartbeats) addSnitch(imported, heartbeat);
  imported.leftOut.push({
    what: "teams, routing rules and on-call schedules",
    why: "add the people under Members, and the order in which they are notified under Settings",
  });
  return imported;
}

function addSnitch({ snitches, leftOut }: Imported, source: Heartbeat): void {
  const result = newHeartbeat.safeParse(source);
  if (!result.success) {
    const reasons = result.error.issues.map(({ path, message }) => `${String(path[0] ?? "it")} ${message}`);
    leftOut.push({ what: `“${source.name.slice(0, 200)}”`, why: reasons.join("; ") });
    return;
  }
  const { description, ...others } = result.data;
  const isKept = fitsKept(result.data);
  if (!isKept) leftOut.push({ what: `description of “${others.name}”`, why: "it is longer than 4 kB" });
  const { enabled = true, name } = others;
  snitches.push({
    name,
    attributes: toNewAttributes(others),
    identity: { slug: toSlug(name), opsgenie: keptAfter({}, isKept ? result.data : others) },
    pauseUntil: enabled ? null : "unpaused",
    channels: [],
  });
}
