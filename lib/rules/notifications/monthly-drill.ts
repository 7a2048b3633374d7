import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { workingTimezone } from "@/lib/rules/schedule/time-zone";
import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";
import { formatClock, WEEKDAY_NAMES } from "./format-quiet-hours";

/** 0: the first Monday to Friday of the month. 1 to 7: its first Monday to Sunday. */
export const DRILL_DAYS = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type DrillDay = (typeof DRILL_DAYS)[number];

/** When the monthly fire drill is: at this hour of this day, by the clocks of the zone. */
export type DrillPlan = { day: DrillDay; hour: number; zone: string };

export const DEFAULT_PLAN = { day: 0, hour: 10 } as const;

/** A fire drill that could not start in time is started this late at most. */
export const MAX_LATE_MS = DAY_MS;

const MONDAY = 1;
const SATURDAY = 6;
const SUNDAY = 7;

/** The first such day of the month of this clock time, `offset` months later. As a clock time. */
function dayOfMonth(day: DrillDay, clockMs: number, offset: number): number {
  const at = new Date(clockMs);
  const firstMs = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1);
  const weekday = new Date(firstMs).getUTCDay() || SUNDAY;
  const firstWeekday = weekday === SATURDAY || weekday === SUNDAY ? MONDAY : weekday;
  return firstMs + (((day || firstWeekday) - weekday + 7) % 7) * DAY_MS;
}

/** The month by the clocks of the zone, such as `2026-03`. */
export const formatMonth = (at: Date, zone: string): string =>
  new Date(toClockTime(at, workingTimezone(zone))).toISOString().slice(0, 7);

/** When the first fire drill after this instant is, of the months after `lastMonth`, if one is given. */
export function nextDrillAt({ day, hour, zone }: DrillPlan, after: Date, lastMonth: string | null): Date {
  const working = workingTimezone(zone);
  const clockMs = toClockTime(after, working);
  for (let offset = 0; offset <= MAX_MONTHS_AHEAD; offset += 1) {
    const at = toInstant(dayOfMonth(day, clockMs, offset) + hour * HOUR_MS, working);
    if (at > after && (lastMonth === null || formatMonth(at, working) > lastMonth)) return at;
  }
  throw new Error(`No fire drill in ${zone} after ${after.toISOString()} and ${lastMonth}.`);
}

/** The last month may be the next one already, if the zone was changed since. */
const MAX_MONTHS_AHEAD = 3;

/** “first weekday”, “first Monday”. */
export const formatDrillDay = (day: DrillDay): string =>
  `first ${day === 0 ? "weekday" : (WEEKDAY_NAMES[day - 1] ?? "")}`;

/** “first weekday of the month, 10:00, Europe/Berlin”. */
export const formatPlan = ({ day, hour, zone }: DrillPlan): string =>
  `${formatDrillDay(day)} of the month, ${formatClock(hour * 60)}, ${zone}`;
