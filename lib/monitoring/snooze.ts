import type { Actor } from "@/lib/audit/record";
import { findOpenIncident } from "@/lib/incidents/list";
import { snoozeIncident } from "@/lib/incidents/snooze";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";

/** Snoozes the open incident of a snitch, which stays monitored. Refuses if none is open: then there is no alert to keep back. */
export async function snoozeSnitch(
  caseId: string,
  token: string,
  until: Date,
  now: Date,
  by: Actor,
): Promise<void> {
  const snitch = await findSnitch(caseId, token);
  if (!snitch) throw notFound("snitch");
  const incident = await findOpenIncident(caseId, snitch.id);
  if (!incident)
    throw new Refusal("resource_invalid", "There is no open incident whose alerts could be snoozed.");
  return snoozeIncident(caseId, incident.id, until, now, by);
}
