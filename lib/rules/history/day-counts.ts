import { DAY_MS } from "@/lib/rules/durations";
import { NO_PERIODS, type PeriodCounts } from "./period-counts";

/** What became of the periods that begin in a day or another time, and of its runs that succeeded: how many, how long all and the longest. */
export type DayCounts = PeriodCounts & { runs: number; runMs: number; longestMs: number };

export const NO_DAY: DayCounts = { ...NO_PERIODS, runs: 0, runMs: 0, longestMs: 0 };

/** Adds counts to others, in place: a report adds hundreds of thousands. */
export function addDay(sum: DayCounts, day: DayCounts): void {
  sum.healthy += day.healthy;
  sum.errored += day.errored;
  sum.missed += day.missed;
  sum.late += day.late;
  sum.unknown += day.unknown;
  sum.excused += day.excused;
  sum.runs += day.runs;
  sum.runMs += day.runMs;
  sum.longestMs = Math.max(sum.longestMs, day.longestMs);
}

/** The first instant of the day, in UTC. */
export const startOfDay = (atMs: number) => Math.floor(atMs / DAY_MS) * DAY_MS;

/** The days of UTC that lie in a range as a whole, by their first instants. */
export function wholeDays(fromMs: number, toMs: number): number[] {
  const days: number[] = [];
  for (let dayMs = startOfDay(fromMs + DAY_MS - 1); dayMs + DAY_MS <= toMs; dayMs += DAY_MS) days.push(dayMs);
  return days;
}

/** The parts of a range that are left without these of its days, oldest first. */
export function rangeWithout(
  fromMs: number,
  toMs: number,
  days: number[],
): { fromMs: number; toMs: number }[] {
  const ranges: { fromMs: number; toMs: number }[] = [];
  let nextMs = fromMs;
  for (const dayMs of days) {
    if (dayMs > nextMs) ranges.push({ fromMs: nextMs, toMs: dayMs });
    nextMs = dayMs + DAY_MS;
  }
  if (nextMs < toMs) ranges.push({ fromMs: nextMs, toMs });
  return ranges;
}
