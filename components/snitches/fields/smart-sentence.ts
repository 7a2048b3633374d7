import { placeInPeriod } from "@/components/snitches/charts/place-in-period";
import { timeFormats } from "@/components/time-formats";
import { DAY_MS } from "@/lib/rules/durations";
import { formatCount } from "@/lib/rules/format-count";
import { formatDuration } from "@/lib/rules/format-duration";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { toClockTime } from "@/lib/rules/schedule/zoned-time";
import { deadlineAfter } from "@/lib/rules/state/match-tick";
import {
  type ArrivalHistory,
  MIN_ARRIVALS,
  smartDeadlineAfter,
  usualArrival,
} from "@/lib/rules/state/smart-deadline";
import type { TimeDisplay } from "@/lib/rules/time-display";

type Learning = ArrivalHistory & ScheduleTerms;

/** When the job usually checks in and the next smart deadline, or why there is none, as the reader’s clocks show it. */
export function smartSentence(snitch: Learning, now: Date, display: TimeDisplay): string {
  const { arrivalsMs } = snitch;
  const { matchTick, nextTick } = compileSchedule(snitch);
  const startMs = nextTick(matchTick(now.getTime()));
  const end = new Date(nextTick(startMs));
  const lengthMs = end.getTime() - startMs;
  const within = (arrivalMs: number) => placeIn(snitch, new Date(startMs + arrivalMs), display);
  const basicDeadline = deadlineAfter(snitch, now);
  const basic = placeIn(snitch, basicDeadline, display);

  if (arrivalsMs.length < MIN_ARRIVALS) {
    const unit = snitch.schedule === null ? "period" : "run";
    const count = formatCount(arrivalsMs.length, unit);
    return `Still learning: it has seen check-ins in ${count} and needs ${MIN_ARRIVALS}. Until then you would be alerted by ${basic}.`;
  }
  const arrival = usualArrival(snitch, lengthMs);
  if (!arrival) {
    const spread = formatDuration(Math.max(...arrivalsMs) - Math.min(...arrivalsMs));
    return `Its check-ins come at times that differ by ${spread}, more than a quarter of ${snitch.schedule === null ? "the interval" : "the time between two runs"}. So you would be alerted by ${basic}, as with basic.`;
  }
  const deadline = smartDeadlineAfter(snitch, snitch, now);
  const usually = `Usually checks in between ${within(arrival.earliestMs)} and ${within(arrival.latestMs)}.`;
  if (deadline >= end)
    return `${usually} That is so late ${snitch.schedule === null ? "in its period" : "after the run"} that you would be alerted by ${basic}.`;
  return `${usually} You would be alerted by ${placeIn(snitch, deadline, display)} instead of ${basic}.`;
}

/** Midnight is called so, and for a weekly job it is that of a weekday. */
function placeIn({ interval }: ScheduleTerms, at: Date, display: TimeDisplay): string {
  const text = placeInPeriod(interval, at, display);
  if (toClockTime(at, display.zone) % DAY_MS !== 0) return text;
  return text.replace(timeFormats(display).hour(at), "midnight");
}
