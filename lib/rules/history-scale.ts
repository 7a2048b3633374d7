import { type Interval, isMinutes } from "./interval";
import { latestPeriods, type Period, periodsBetween } from "./period";

/** What a bar of a history stands for. Only intervals of minutes have hours: longer periods are hours or more themselves. */
export const HISTORY_SCALES = ["periods", "hours"] as const;
export type HistoryScale = (typeof HISTORY_SCALES)[number];

/** How many bars a history has. */
const HOURS = 24;
const MINUTE_PERIODS = 60;
const LONGER_PERIODS = 48;

/** The scales that a snitch's history has, the closest one first. */
export const scalesOf = (interval: Interval): HistoryScale[] =>
  isMinutes(interval) ? ["periods", "hours"] : ["periods"];

/** The periods that a history of this scale shows, oldest first. */
export function periodsOfScale(interval: Interval, scale: HistoryScale, now: Date): Period[] {
  if (scale === "periods")
    return latestPeriods(interval, isMinutes(interval) ? MINUTE_PERIODS : LONGER_PERIODS, now);
  const [first] = latestPeriods("hourly", HOURS, now);
  return periodsBetween(interval, first?.start ?? now, now);
}

/** The scale that a query asks for, if the snitch's history has it; otherwise the closest one. */
export const parseHistoryScale = (text: unknown, interval: Interval): HistoryScale =>
  scalesOf(interval).find((scale) => scale === text) ?? "periods";
