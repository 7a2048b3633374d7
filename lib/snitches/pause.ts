import { happenTo } from "@/lib/alerts/happen";
import { invalid } from "@/lib/refusal";
import type { PauseTerms } from "./input";

/** Mutes a snitch until these terms are met; safe to repeat, with the latest terms. Refuses while it is pending. */
export const pauseSnitch = (caseId: string, token: string, terms: PauseTerms, now: Date) =>
  happenTo(caseId, token, ({ status }) => {
    if (status !== "pending") return { kind: "paused", at: now, ...terms };
    throw invalid([{ attribute: "status", message: "can't be paused before the first check-in" }]);
  });

/** Ends a pause: back to what it covered, with a fresh period granted. Safe to call on a snitch that is not paused. */
export const unpauseSnitch = (caseId: string, token: string, now: Date) =>
  happenTo(caseId, token, ({ status }) => (status === "paused" ? { kind: "unpaused", at: now } : null));
