import { knownPeriods, type PeriodCounts } from "./period-counts";
import type { PeriodOutcome } from "./period-outcome";
import type { Status } from "./snitch-state";

/** What people call each status, on every page and in every e-mail. `late` is not stored: see `isLate`. */
export const STATUS_WORDS: Record<Status | "late", string> = {
  pending: "Pending",
  healthy: "Healthy",
  late: "Late",
  failed: "Missing",
  errored: "Errored",
  paused: "Paused",
};

/** Why the outcome of a period is unknown. */
export const NOT_LISTENING = "Tattle was not listening";

/** What people call each outcome of a period. */
export const OUTCOME_WORDS: Record<PeriodOutcome, string> = {
  healthy: "healthy",
  errored: "errored",
  missed: "missed",
  late: "late",
  unknown: `unknown, because ${NOT_LISTENING}`,
  paused: "paused",
  quiet: "no check-in expected",
  open: "not due yet",
};

/** “44 of 47 periods were healthy, 1 errored, 2 missed”. Empty if no period is known. */
export function countsInWords(counts: PeriodCounts): string {
  const known = knownPeriods(counts);
  if (known === 0) return "";
  const { healthy, errored, missed } = counts;
  return [
    `${number(healthy)} of ${number(known)} periods ${healthy === 1 ? "was" : "were"} healthy`,
    errored > 0 && `${number(errored)} errored`,
    missed > 0 && `${number(missed)} missed`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** “44 of 47 periods were healthy, 1 errored, 2 missed. 3 more are unknown, because Tattle was not listening.” */
export function countsSentence(counts: PeriodCounts): string {
  const { unknown } = counts;
  const known = countsInWords(counts);
  if (!known && unknown === 0) return "No check-in was expected in this time.";
  const verb = unknown === 1 ? "is" : "are";
  const unknownPeriods = known
    ? `${number(unknown)} more ${verb} unknown`
    : `${number(unknown)} ${unknown === 1 ? "period" : "periods"} ${verb} unknown`;
  return [known && `${known}.`, unknown > 0 && `${unknownPeriods}, because ${NOT_LISTENING}.`]
    .filter(Boolean)
    .join(" ");
}

const number = (count: number) => count.toLocaleString("en");
