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
  excused: "excused by maintenance",
  quiet: "no check-in expected",
  open: "not due yet",
};

/** What a window of time is called: that of an interval, or that of a schedule. */
export type WindowUnit = "period" | "run";

/** “44 of 47 periods were healthy, 1 errored, 2 missed”. Empty if no period is known. */
export function countsInWords(counts: PeriodCounts, unit: WindowUnit = "period"): string {
  const known = knownPeriods(counts);
  if (known === 0) return "";
  const { healthy, errored, missed } = counts;
  return [
    `${number(healthy)} of ${number(known)} ${unit}s ${healthy === 1 ? "was" : "were"} healthy`,
    errored > 0 && `${number(errored)} errored`,
    missed > 0 && `${number(missed)} missed`,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * “44 of 47 periods were healthy, 1 errored, 2 missed. 3 more are unknown, because Tattle was not listening. 2 more were
 * excused by maintenance.”
 */
export function countsSentence(counts: PeriodCounts, unit: WindowUnit = "period"): string {
  const { unknown, excused } = counts;
  const known = countsInWords(counts, unit);
  const apart = [
    unknown > 0 && { count: unknown, verb: unknown === 1 ? "is" : "are", words: OUTCOME_WORDS.unknown },
    excused > 0 && { count: excused, verb: excused === 1 ? "was" : "were", words: OUTCOME_WORDS.excused },
  ].filter((one) => one !== false);
  if (!known && apart.length === 0) return "No check-in was expected in this time.";
  const sentences = apart.map(({ count, verb, words }, i) => {
    const subject = known || i > 0 ? "more" : `${unit}${count === 1 ? "" : "s"}`;
    return `${number(count)} ${subject} ${verb} ${words}.`;
  });
  return [known && `${known}.`, ...sentences].filter(Boolean).join(" ");
}

const number = (count: number) => count.toLocaleString("en");
