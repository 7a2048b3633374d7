import type { Actor } from "@/lib/audit/record";
import { invalidAttribute } from "@/lib/platform/refusal";
import { snoozeProblem } from "@/lib/rules/incidents/snooze-range";
import { changeIncident } from "./change-incident";

/** Holds the notifications about an incident, except its end, until this time. If it is still open then, people are notified once. */
export async function snoozeIncident(
  caseId: string,
  incidentId: string,
  until: Date,
  now: Date,
  by: Actor,
): Promise<void> {
  const message = snoozeProblem(until, now);
  if (message) throw invalidAttribute("until", message);
  await changeIncident(caseId, incidentId, now, by, () => ({
    incident: { snoozedUntil: until },
    event: { action: "snitch.snoozed", facts: { until: until.toISOString() } },
  }));
}

/** Ends a snooze at once. Does nothing if there is none. */
export const unsnoozeIncident = (caseId: string, incidentId: string, now: Date, by: Actor) =>
  changeIncident(caseId, incidentId, now, by, ({ snoozedUntil }) =>
    snoozedUntil && snoozedUntil > now
      ? { incident: { snoozedUntil: now }, event: { action: "snitch.unsnoozed" } }
      : null,
  );
