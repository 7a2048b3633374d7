import { SECOND_MS } from "../durations";
import type { ActiveHours } from "./active-hours";
import type { CivilPattern } from "./civil-time";

/** The times between two runs that follow each other, in milliseconds, as if every day had 24 hours. */
export type Gaps = { shortestMs: number; longestMs: number };

/** Thirteen years, in which there are four and then eight years between two 29 Februaries. */
const [FIRST_YEAR, LAST_YEAR] = [2092, 2104];

/** A 29 February that has to be a Monday comes twice within this time. */
const LAST_YEAR_OF_RARE = 2180;

/** The gaps of a schedule of these lines, which has the times of all of them. Null if it runs less than twice in 84 years. */
export function gapsBetween(patterns: CivilPattern[], active: ActiveHours | null): Gaps | null {
  return gapsUntil(patterns, active, LAST_YEAR) ?? gapsUntil(patterns, active, LAST_YEAR_OF_RARE);
}

function gapsUntil(patterns: CivilPattern[], active: ActiveHours | null, lastYear: number): Gaps | null {
  const timesOn = cachedTimes(patterns, active);
  let gaps: Gaps | null = null;
  let lastMs: number | null = null;
  for (const { dayMs, lines } of daysWithRuns(patterns, lastYear)) {
    const times = timesOn(lines, dayMs);
    if (!times) continue;
    if (lastMs !== null) gaps = widened(gaps, dayMs + times.firstMs - lastMs);
    if (times.gaps) gaps = widened(widened(gaps, times.gaps.shortestMs), times.gaps.longestMs);
    lastMs = dayMs + times.lastMs;
  }
  return gaps;
}

/** Each day on which a line runs, with the lines that do, as bits. */
function* daysWithRuns(patterns: CivilPattern[], lastYear: number) {
  for (let year = FIRST_YEAR; year <= lastYear; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const linesOf = new Map<number, number>();
      for (const [i, pattern] of patterns.entries()) {
        for (const day of pattern.listDays(year, month)) linesOf.set(day, (linesOf.get(day) ?? 0) | (1 << i));
      }
      for (const day of [...linesOf.keys()].sort((one, other) => one - other)) {
        yield { dayMs: Date.UTC(year, month - 1, day), lines: linesOf.get(day) ?? 0 };
      }
    }
  }
}

type DayTimes = { firstMs: number; lastMs: number; gaps: Gaps | null };

/** The times of a day, in milliseconds since midnight: the same on every day with the same lines and weekday. */
function cachedTimes(patterns: CivilPattern[], active: ActiveHours | null) {
  const cache = new Map<string, DayTimes | null>();
  return (lines: number, dayMs: number): DayTimes | null => {
    const key = active ? `${lines} ${new Date(dayMs).getUTCDay()}` : `${lines}`;
    const times = cache.get(key);
    if (times !== undefined) return times;
    const dayTimes = listTimes(
      patterns.filter((_, i) => lines & (1 << i)),
      active,
      dayMs,
    );
    cache.set(key, dayTimes);
    return dayTimes;
  };
}

function listTimes(patterns: CivilPattern[], active: ActiveHours | null, dayMs: number): DayTimes | null {
  const times = new Set<number>();
  for (const { hours, minutes, seconds } of patterns) {
    for (const h of hours)
      for (const m of minutes)
        for (const s of seconds) {
          const ms = (h * 3_600 + m * 60 + s) * SECOND_MS;
          if (!active || active.isOpen(dayMs + ms)) times.add(ms);
        }
  }
  const ascending = [...times].sort((one, other) => one - other);
  const [firstMs, lastMs] = [ascending[0], ascending.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return null;
  let gaps: Gaps | null = null;
  for (const [i, ms] of ascending.entries()) {
    if (i > 0) gaps = widened(gaps, ms - (ascending[i - 1] ?? ms));
  }
  return { firstMs, lastMs, gaps };
}

const widened = (gaps: Gaps | null, gapMs: number): Gaps => ({
  shortestMs: Math.min(gaps?.shortestMs ?? gapMs, gapMs),
  longestMs: Math.max(gaps?.longestMs ?? gapMs, gapMs),
});
