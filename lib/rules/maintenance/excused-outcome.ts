import { hasFixedTimes, missesIn, type PeriodOutcome, type SnitchFacts } from "../period-outcome";
import type { Window } from "../windows";
import { toReportingRange } from "./is-excused";
import { hasOccurrence } from "./occurrences";
import type { Maintenance } from "./window";

/** Nothing was expected, whether there was maintenance or not. */
const NOT_OWED: PeriodOutcome[] = ["paused", "quiet"];

/**
 * The outcome of a window: excused if a check-in was expected and maintenance covers it that has begun by `now`, and otherwise
 * this one.
 */
export const excusedOutcome = (
  outcome: PeriodOutcome,
  window: Window,
  facts: SnitchFacts,
  maintenance: Maintenance[],
  now: Date,
): PeriodOutcome =>
  maintenance.length > 0 &&
  !NOT_OWED.includes(outcome) &&
  waitsFor(window, facts).every((waited) => isCovered(waited, maintenance, now))
    ? "excused"
    : outcome;

type Waited = Pick<Window, "reportsFrom" | "dueAt">;

/** Without fixed times the deadline of a miss decides: by the time since the last report that it waited for. */
function waitsFor(window: Window, facts: SnitchFacts): Waited[] {
  const misses = hasFixedTimes(window) ? [] : missesIn(window, facts);
  if (misses.length === 0) return [window];
  const waitedMs = window.end.getTime() - window.reportsFrom.getTime();
  return misses.map((dueAt) => ({ reportsFrom: new Date(dueAt.getTime() - waitedMs), dueAt }));
}

function isCovered(waited: Waited, maintenance: Maintenance[], now: Date): boolean {
  const { from, to } = toReportingRange(waited);
  return maintenance.some((one) => hasOccurrence(one, from, to < now ? to : now));
}
