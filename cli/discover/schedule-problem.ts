import { compileSchedule } from "@/lib/rules/schedule/compile";
import { ScheduleError } from "@/lib/rules/schedule/schedule-error";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

/** The terms of a schedule with the defaults of everything else. */
export const termsOf = (schedule: string, timezone = "UTC"): ScheduleTerms => ({
  ...calendarTerms("daily"),
  schedule,
  timezone,
});

/** Why Tattle cannot expect a schedule, as a sentence; null if it can. */
export function findProblem(schedule: string): string | null {
  try {
    compileSchedule(termsOf(schedule));
    return null;
  } catch (error) {
    if (error instanceof ScheduleError) return `Its schedule ${error.message}.`;
    throw error;
  }
}
