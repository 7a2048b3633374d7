import { durationInWords } from "@/lib/rules/duration-in-words";
import type { Interval } from "@/lib/rules/interval";
import { type ArrivalRange, MIN_ARRIVALS, usualArrival } from "@/lib/rules/smart-deadline";
import type { Arrival } from "@/lib/snitches/arrivals";
import { clockInUtc, dayOfMonthInUtc, weekdayInUtc } from "./period-clock";

/** The usual range is what smart deadlines learn from: the latest seven periods with a check-in. */
const LEARNED_FROM = 7;

const offsetOf = ({ start, at }: Arrival) => (at ? at.getTime() - start.getTime() : 0);
const lengthOf = ({ start, end }: Arrival) => end.getTime() - start.getTime();

/** When the job usually reports within its period, and a sentence that says it. The range is null if there is no usual time. */
export function usualTime(
  interval: Interval,
  arrivals: Arrival[],
): { range: ArrivalRange | null; sentence: string } {
  const came = arrivals.filter(({ at }) => at);
  const latest = came.slice(-LEARNED_FROM);
  const [sample] = latest;
  if (!sample || latest.length < MIN_ARRIVALS)
    return { range: null, sentence: "Too few check-ins yet to know the usual time." };
  const arrivalsMs = latest.map(offsetOf);
  const range = usualArrival({ arrivalsMs, lastArrivalPeriod: null }, lengthOf(sample));
  if (range) return { range, sentence: `Usually checks in ${rangeInWords(interval, sample.start, range)}.` };
  const spread = durationInWords(Math.max(...arrivalsMs) - Math.min(...arrivalsMs));
  return {
    range: null,
    sentence: `No usual time: its latest ${latest.length} check-ins differ by ${spread}.`,
  };
}

function rangeInWords(interval: Interval, start: Date, { earliestMs, latestMs }: ArrivalRange): string {
  const [first, last] = [earliestMs, latestMs].map((ms) =>
    placeInWords(interval, new Date(start.getTime() + ms), ms),
  );
  const isOfDay = interval === "daily" || interval === "weekly" || interval === "monthly";
  if (isOfDay) return first === last ? `at ${first} UTC` : `between ${first} and ${last} UTC`;
  return `${first === last ? first : `${first} to ${last}`} after its period starts`;
}

function placeInWords(interval: Interval, at: Date, ms: number): string {
  if (interval === "daily") return clockInUtc(at);
  if (interval === "weekly") return `${weekdayInUtc(at)} ${clockInUtc(at)}`;
  if (interval === "monthly") return `${dayOfMonthInUtc(at)} ${clockInUtc(at)}`;
  return durationInWords(ms);
}
