import { type Actor, recordEvents } from "@/lib/audit/record";
import { invalidAttribute } from "@/lib/platform/refusal";
import type { PauseTerms } from "@/lib/snitches/input";
import { auditResource } from "@/lib/snitches/store";
import { changeSnitch } from "./change-snitch";

/**
 * Pauses a snitch. If it is paused already, the new terms replace the old ones. Refuses while it is pending, as the
 * specification does, unless `evenPending` is true.
 */
export const pauseSnitch = (
  caseId: string,
  token: string,
  terms: PauseTerms,
  now: Date,
  by: Actor,
  { evenPending = false } = {},
) =>
  changeSnitch(caseId, token, async (snitch, sql) => {
    if (snitch.status === "pending" && !evenPending) {
      throw invalidAttribute("status", "can't be paused before the first check-in");
    }
    const until = terms.endsAt?.toISOString() ?? terms.until;
    await recordEvents(sql, caseId, by, [
      { action: "snitch.paused", resource: await auditResource(sql, snitch), facts: { until }, at: now },
    ]);
    return { kind: "paused", at: now, ...terms, evenPending };
  });

/** Ends a pause: the snitch returns to its status before the pause, with a fresh period. Does nothing if it is not paused. */
export const unpauseSnitch = (caseId: string, token: string, now: Date, by: Actor) =>
  changeSnitch(caseId, token, async (snitch, sql) => {
    if (snitch.status !== "paused") return null;
    await recordEvents(sql, caseId, by, [
      { action: "snitch.unpaused", resource: await auditResource(sql, snitch) },
    ]);
    return { kind: "unpaused", at: now };
  });
