import { HOUR_MS } from "@/lib/rules/durations";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { periodAt } from "@/lib/rules/schedule/period";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows, type Window, windowsBetween } from "@/lib/rules/schedule/windows";

/** What a bar of a history represents. Only jobs that run several times in an hour have hours. */
export const HISTORY_SCALES = ["periods", "hours"] as const;
export type HistoryScale = (typeof HISTORY_SCALES)[number];

/** How many bars a history has. */
const HOURS = 24;
const MINUTE_PERIODS = 60;
const LONGER_PERIODS = 48;

const runsWithinAnHour = (terms: ScheduleTerms) => compileSchedule(terms).gaps.shortestMs < HOUR_MS;

/** The scales that a snitch's history has, the closest one first. */
export const listScales = (terms: ScheduleTerms): HistoryScale[] =>
  runsWithinAnHour(terms) ? ["periods", "hours"] : ["periods"];

/** The windows that a history of this scale shows, oldest first. */
export function windowsOfScale(terms: ScheduleTerms, scale: HistoryScale, now: Date): Window[] {
  if (scale === "periods")
    return latestWindows(terms, runsWithinAnHour(terms) ? MINUTE_PERIODS : LONGER_PERIODS, now);
  const firstHour = new Date(periodAt("hourly", now).start.getTime() - (HOURS - 1) * HOUR_MS);
  return windowsBetween(terms, firstHour, now);
}

/** The scale that a query asks for, if the snitch's history has it; otherwise the closest one. */
export const parseHistoryScale = (text: unknown, terms: ScheduleTerms): HistoryScale =>
  listScales(terms).find((scale) => scale === text) ?? "periods";
