import { DAY_MS } from "../durations";
import { toClockTime, toInstant } from "../schedule/zoned-time";
import type { MaintenanceWindow } from "./window";

/** The part of a window that lies in a day. */
export type CalendarEntry = MaintenanceWindow & { startsHere: boolean; endsHere: boolean };

/** A day of a zone, which is not always 24 hours long, with the windows that overlap it. */
export type CalendarDay = { start: Date; end: Date; entries: CalendarEntry[] };

/** The days of a zone from the one with this instant on. */
export const daysFrom = (now: Date, count: number, zone: string) => daysAround(now, 0, count, zone);

/** The days of a zone up to the one with this instant, oldest first. */
export const daysUntil = (now: Date, count: number, zone: string) => daysAround(now, 1 - count, count, zone);

function daysAround(now: Date, first: number, count: number, zone: string): { start: Date; end: Date }[] {
  const midnightMs = Math.floor(toClockTime(now, zone) / DAY_MS) * DAY_MS;
  const startOf = (day: number) => toInstant(midnightMs + day * DAY_MS, zone);
  return Array.from({ length: count }, (_, day) => ({
    start: startOf(first + day),
    end: startOf(first + day + 1),
  }));
}

/** The days, each with the windows that overlap it, oldest first. */
export const buildCalendar = (
  days: { start: Date; end: Date }[],
  windows: MaintenanceWindow[],
): CalendarDay[] =>
  days.map(({ start, end }) => ({
    start,
    end,
    entries: windows
      .filter(({ startsAt, endsAt }) => startsAt < end && endsAt > start)
      .map((window) => ({ ...window, startsHere: window.startsAt >= start, endsHere: window.endsAt <= end })),
  }));
