import { calendarSchedule } from "./calendar-schedule";
import { compileSchedule } from "./compile";
import { INTERVALS, type Interval } from "./interval";
import type { ScheduleTerms } from "./schedule-terms";

/** The shortest calendar interval that is at least as long as the schedule’s longest gap, or else monthly. */
export function derivedInterval(terms: ScheduleTerms): Interval {
  const { longestMs } = compileSchedule(terms).gaps;
  return INTERVALS.find((interval) => calendarSchedule(interval).gaps.longestMs >= longestMs) ?? "monthly";
}
