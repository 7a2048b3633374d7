import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";

/** The facts of an alert about a daily snitch, which was decided by nothing else. */
export const DAILY_FACTS = {
  settings: { ...calendarTerms("daily"), alertType: "basic", maxRuntime: null, minRuntime: null },
} as const;
