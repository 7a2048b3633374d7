import { MINUTE_MS } from "@/lib/rules/durations";
import { formatDuration } from "@/lib/rules/format-duration";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { ArrivalRange } from "@/lib/rules/state/smart-deadline";
import type { Arrival } from "@/lib/snitches/arrivals";
import { LEARNED_FROM, type Usual, usualRange } from "./usual-range";

/** The time of a run, and how long after it the first healthy check-in came: negative if it was early, null if none came. */
export type Delay = { expectedAt: Date; delayMs: number | null };

/** The check-ins of runs with fixed times (cron or OnCalendar), as delays. */
export function listDelays(terms: ScheduleTerms, arrivals: Arrival[]): Delay[] {
  const { matchTick } = compileSchedule(terms);
  return arrivals.map(({ start, at }) => {
    const expectedMs = matchTick(start.getTime());
    return { expectedAt: new Date(expectedMs), delayMs: at && at.getTime() - expectedMs };
  });
}

/** How long after its time the job usually checks in, and a sentence that says it. */
export function usualDelay(terms: ScheduleTerms, delays: Delay[]): Usual {
  const latest = delays
    .flatMap(({ expectedAt, delayMs }) => (delayMs === null ? [] : { expectedAt, delayMs }))
    .slice(-LEARNED_FROM);
  const expectedMs = latest[0]?.expectedAt.getTime() ?? 0;
  return usualRange(
    latest.map(({ delayMs }) => delayMs),
    compileSchedule(terms).nextTick(expectedMs) - expectedMs,
    { unknown: "how long the job usually takes", format: formatRange },
  );
}

function formatRange({ earliestMs, latestMs }: ArrivalRange): string {
  const [first, last] = [formatDelay(earliestMs), formatDelay(latestMs)];
  if (first === last) return first;
  if (earliestMs >= 0)
    return earliestMs < MINUTE_MS ? `up to ${last}` : `${formatDuration(earliestMs)} to ${last}`;
  return latestMs < 0 ? `${formatDuration(-earliestMs)} to ${last}` : `between ${first} and ${last}`;
}

/** “4 minutes after its time”, “less than a minute before its time” */
export const formatDelay = (delayMs: number): string =>
  `${formatDuration(Math.abs(delayMs))} ${delayMs < 0 ? "before" : "after"} its time`;
