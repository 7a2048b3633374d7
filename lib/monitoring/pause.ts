import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { invalid } from "@/lib/platform/refusal";
import type { PauseTerms } from "@/lib/snitches/input";
import { named } from "@/lib/snitches/store";
import { happenTo } from "./change-snitch";

/** Mutes a snitch until these terms are met; safe to repeat, with the latest terms. Refuses while it is pending. */
export const pauseSnitch = (caseId: string, token: string, terms: PauseTerms, now: Date, by: Actor) =>
  happenTo(caseId, token, async (snitch, sql) => {
    if (snitch.status === "pending") {
      throw invalid([{ attribute: "status", message: "can't be paused before the first check-in" }]);
    }
    const until = terms.endsAt?.toISOString() ?? terms.until;
    await recordEvents(sql, caseId, by, [
      { action: "snitch.paused", thing: await named(sql, snitch), facts: { until } },
    ]);
    return { kind: "paused", at: now, ...terms };
  });

/** Ends a pause: back to what it covered, with a fresh period granted. Safe to call on a snitch that is not paused. */
export const unpauseSnitch = (caseId: string, token: string, now: Date, by: Actor) =>
  happenTo(caseId, token, async (snitch, sql) => {
    if (snitch.status !== "paused") return null;
    await recordEvents(sql, caseId, by, [{ action: "snitch.unpaused", thing: await named(sql, snitch) }]);
    return { kind: "unpaused", at: now };
  });
