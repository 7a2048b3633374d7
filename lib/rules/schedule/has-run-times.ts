import { compileSchedule } from "./compile";
import type { ScheduleTerms } from "./schedule-terms";

/** Whether a schedule says at which times the job runs: not for a calendar period, in which it may run at any time, nor for “every …”. */
export function hasRunTimes(terms: ScheduleTerms): boolean {
  const { kind } = compileSchedule(terms);
  return kind === "cron" || kind === "oncalendar";
}
