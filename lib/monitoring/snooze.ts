import type { Actor } from "@/lib/audit/actor";
import { findOpenIncidents } from "@/lib/incidents/list";
import { snoozeIncident } from "@/lib/incidents/snooze";
import { notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";
import { pauseSnitch } from "./pause";

/**
 * Snoozes a snitch until a time. While an incident of it is open, that is snoozed: the snitch stays monitored, and only
 * alerts wait. Otherwise the snitch is paused.
 */
export async function snoozeSnitch(
  caseId: string,
  token: string,
  until: Date,
  now: Date,
  by: Actor,
): Promise<void> {
  const snitch = await findSnitch(caseId, token);
  if (!snitch) throw notFound("snitch");
  const incident = (await findOpenIncidents(caseId, [snitch.id])).get(snitch.id);
  if (incident) return snoozeIncident(caseId, incident.id, until, now, by);
  return pauseSnitch(caseId, token, { until: "time", endsAt: until }, now, by);
}
