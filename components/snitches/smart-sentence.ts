import { durationInWords } from "@/lib/rules/duration-in-words";
import { deadlineAfter } from "@/lib/rules/match-tick";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import {
  type ArrivalHistory,
  MIN_ARRIVALS,
  smartDeadlineAfter,
  usualArrival,
} from "@/lib/rules/smart-deadline";

type Learning = ArrivalHistory & ScheduleTerms;

/** When the job usually checks in and the next smart deadline, or why there is none. */
export function smartSentence(snitch: Learning, now: Date): string {
  const { arrivalsMs } = snitch;
  const { matchTick, nextTick } = compileSchedule(snitch);
  const startMs = nextTick(matchTick(now.getTime()));
  const end = new Date(nextTick(startMs));
  const lengthMs = end.getTime() - startMs;
  const within = (arrivalMs: number) => placeIn(snitch, new Date(startMs + arrivalMs));
  const basicDeadline = deadlineAfter(snitch, now);
  const basic = placeIn(snitch, basicDeadline);

  if (arrivalsMs.length < MIN_ARRIVALS) {
    const unit = snitch.schedule === null ? "period" : "run";
    const count = `${arrivalsMs.length} ${unit}${arrivalsMs.length === 1 ? "" : "s"}`;
    return `Still learning: it has seen check-ins in ${count} and needs ${MIN_ARRIVALS}. Until then you would be alerted by ${basic}.`;
  }
  const known = usualArrival(snitch, lengthMs);
  if (!known) {
    const spread = durationInWords(Math.max(...arrivalsMs) - Math.min(...arrivalsMs));
    return `Its check-ins come at times that differ by ${spread}, more than a quarter of ${snitch.schedule === null ? "the interval" : "the time between two runs"}. So you would be alerted by ${basic}, as with basic.`;
  }
  const deadline = smartDeadlineAfter(snitch, snitch, now);
  const usually = `Usually checks in between ${within(known.earliestMs)} and ${within(known.latestMs)}.`;
  if (deadline >= end)
    return `${usually} That is so late ${snitch.schedule === null ? "in its period" : "after the run"} that you would be alerted by ${basic}.`;
  return `${usually} You would be alerted by ${placeIn(snitch, deadline)} instead of ${basic}.`;
}

const format = (options: Intl.DateTimeFormatOptions) => (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", ...options }).format(at).replace(/,/g, "");
const clock = format({ hour: "2-digit", minute: "2-digit" });
const dayOfWeek = format({ weekday: "long" });
const dayOfMonth = format({ day: "numeric", month: "short" });

/** As precise as the schedule requires, in its zone: for a weekly job the weekday, not the date. */
function placeIn({ interval, timezone }: ScheduleTerms, at: Date): string {
  const zone = workingTimezone(timezone);
  const written = clock(at, zone);
  const time = written === "00:00" ? "midnight" : written;
  if (interval === "weekly") return `${dayOfWeek(at, zone)} ${time}`;
  if (interval === "monthly") return `${dayOfMonth(at, zone)} ${time}`;
  return time;
}
