import { formatDuration } from "@/lib/rules/format-duration";
import type { Interval } from "@/lib/rules/schedule/interval";
import { type ArrivalRange, MIN_ARRIVALS, usualArrival } from "@/lib/rules/state/smart-deadline";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Arrival } from "@/lib/snitches/arrivals";
import { placeInPeriod } from "./place-in-period";

/** The usual range is what smart deadlines learn from: the latest seven periods with a check-in. */
const LEARNED_FROM = 7;

const offsetOf = ({ start, at }: Arrival) => (at ? at.getTime() - start.getTime() : 0);
const lengthOf = ({ start, end }: Arrival) => end.getTime() - start.getTime();

/** When the job usually reports within its period, and a sentence that says it. The range is null if there is no usual time. */
export function usualTime(
  interval: Interval,
  arrivals: Arrival[],
  display: TimeDisplay,
): { range: ArrivalRange | null; sentence: string } {
  const came = arrivals.filter(({ at }) => at);
  const latest = came.slice(-LEARNED_FROM);
  const sample = latest.at(-1);
  if (!sample || latest.length < MIN_ARRIVALS)
    return { range: null, sentence: "Too few check-ins yet to know the usual time." };
  const arrivalsMs = latest.map(offsetOf);
  const range = usualArrival({ arrivalsMs, lastArrivalPeriod: null }, lengthOf(sample));
  if (range)
    return { range, sentence: `Usually checks in ${formatRange(interval, sample.start, range, display)}.` };
  const spread = formatDuration(Math.max(...arrivalsMs) - Math.min(...arrivalsMs));
  return {
    range: null,
    sentence: `No usual time: its latest ${latest.length} check-ins differ by ${spread}.`,
  };
}

function formatRange(
  interval: Interval,
  start: Date,
  { earliestMs, latestMs }: ArrivalRange,
  display: TimeDisplay,
): string {
  const isOfDay = interval === "daily" || interval === "weekly" || interval === "monthly";
  const [first, last] = [earliestMs, latestMs].map((ms) =>
    isOfDay ? placeInPeriod(interval, new Date(start.getTime() + ms), display) : formatDuration(ms),
  );
  if (isOfDay) return first === last ? `at ${first}` : `between ${first} and ${last}`;
  return `${first === last ? first : `${first} to ${last}`} after its period starts`;
}
