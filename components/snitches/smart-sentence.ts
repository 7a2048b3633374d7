import { durationInWords } from "@/lib/rules/duration-in-words";
import type { Interval } from "@/lib/rules/interval";
import { periodAfter, periodAt } from "@/lib/rules/period";
import {
  type ArrivalHistory,
  MIN_ARRIVALS,
  smartDeadlineAfter,
  usualArrival,
} from "@/lib/rules/smart-deadline";
import { clockInUtc, dayOfMonthInUtc, weekdayInUtc } from "./period-clock";

type Learning = ArrivalHistory & { interval: Interval };

/** When the job usually checks in and the next smart deadline, or why there is none. */
export function smartSentence(snitch: Learning, now: Date): string {
  const { interval, arrivalsMs } = snitch;
  const next = periodAfter(interval, periodAt(interval, now));
  const lengthMs = next.end.getTime() - next.start.getTime();
  const within = (arrivalMs: number) => placeIn(interval, new Date(next.start.getTime() + arrivalMs));
  const basic = placeIn(interval, next.end);

  if (arrivalsMs.length < MIN_ARRIVALS) {
    const count = arrivalsMs.length === 1 ? "1 period" : `${arrivalsMs.length} periods`;
    return `Still learning: it has seen check-ins in ${count} and needs ${MIN_ARRIVALS}. Until then you would be alerted by ${basic}.`;
  }
  const known = usualArrival(snitch, lengthMs);
  if (!known) {
    const spread = durationInWords(Math.max(...arrivalsMs) - Math.min(...arrivalsMs));
    return `Its check-ins come at times that differ by ${spread}, more than a quarter of the interval. So you would be alerted by ${basic}, as with basic.`;
  }
  const deadline = smartDeadlineAfter(interval, snitch, now);
  const usually = `Usually checks in between ${within(known.earliestMs)} and ${within(known.latestMs)}.`;
  if (deadline >= next.end)
    return `${usually} That is so late in its period that you would be alerted by ${basic}.`;
  return `${usually} You would be alerted by ${placeIn(interval, deadline)} instead of ${basic}.`;
}

/** As precise as the interval requires: for a weekly job the weekday, not the date. */
function placeIn(interval: Interval, at: Date): string {
  const time = clockInUtc(at) === "00:00" ? "midnight" : clockInUtc(at);
  if (interval === "weekly") return `${weekdayInUtc(at)} ${time}`;
  if (interval === "monthly") return `${dayOfMonthInUtc(at)} ${time}`;
  return time;
}
