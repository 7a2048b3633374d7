import type { OnCalendar } from "./on-calendar";
import { latestLocalTime, segmentAt } from "./zone-time";

type Direction = 1 | -1;

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

// More than any zone is away from UTC, or has ever been turned forward or back by: 26 hours.
const MARGIN_MS = 2 * DAY_MS;

/**
 * The first time after this one at which the timer elapses, or null if there is none until the end of 2199. A local time
 * over which the clock is turned forward is left out, and one over which it is turned back comes once, the first time.
 */
export function nextElapse(onCalendar: OnCalendar, zone: string, after: Date): Date | null {
  const place = onCalendar.zone ?? zone;
  const afterMs = Math.floor(after.getTime() / SECOND_MS) * SECOND_MS;
  let localMs = nearestLocalTime(onCalendar, latestLocalTime(place, afterMs) + SECOND_MS, 1);
  while (localMs !== null) {
    const found = firstInstantOf(place, localMs);
    if ("instantMs" in found) return new Date(found.instantMs);
    localMs = nearestLocalTime(onCalendar, found.gapEndMs, 1);
  }
  return null;
}

/** The last time before this one at which the timer elapses, or null if there is none since 1970. */
export function previousElapse(onCalendar: OnCalendar, zone: string, before: Date): Date | null {
  const place = onCalendar.zone ?? zone;
  const beforeMs = Math.ceil(before.getTime() / SECOND_MS) * SECOND_MS;
  let localMs = nearestLocalTime(onCalendar, latestLocalTime(place, beforeMs - SECOND_MS), -1);
  while (localMs !== null) {
    const found = firstInstantOf(place, localMs);
    if ("instantMs" in found) return new Date(found.instantMs);
    localMs = nearestLocalTime(onCalendar, found.gapStartMs - SECOND_MS, -1);
  }
  return null;
}

/** The first instant with this local time, or the local times around it over which the clock is turned forward. */
function firstInstantOf(
  zone: string,
  localMs: number,
): { instantMs: number } | { gapStartMs: number; gapEndMs: number } {
  let segment = segmentAt(zone, localMs - MARGIN_MS);
  for (let gapStartMs = localMs; ; segment = segmentAt(zone, segment.endMs)) {
    const localEndMs = segment.endMs + segment.offsetMs;
    const localStartMs = segment.startMs + segment.offsetMs;
    if (localMs < localStartMs) return { gapStartMs, gapEndMs: localStartMs };
    if (localMs < localEndMs) return { instantMs: localMs - segment.offsetMs };
    gapStartMs = localEndMs;
  }
}

/** This local time or the nearest matching one in that direction. */
function nearestLocalTime(onCalendar: OnCalendar, fromMs: number, direction: Direction): number | null {
  const midnightMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  if (nearestDay(onCalendar, midnightMs, direction) === midnightMs) {
    const seconds = nearestTime(onCalendar, (fromMs - midnightMs) / SECOND_MS, direction);
    if (seconds !== null) return midnightMs + seconds * SECOND_MS;
  }
  const dayMs = nearestDay(onCalendar, midnightMs + direction * DAY_MS, direction);
  if (dayMs === null) return null;
  const seconds = nearestTime(onCalendar, direction === 1 ? 0 : DAY_MS / SECOND_MS - 1, direction);
  return dayMs + Number(seconds) * SECOND_MS;
}

/** The midnight of this day or of the nearest matching one. */
function nearestDay(onCalendar: OnCalendar, fromMs: number, direction: Direction): number | null {
  const from = new Date(fromMs);
  const [thisYear, thisMonth, thisDay] = [from.getUTCFullYear(), from.getUTCMonth() + 1, from.getUTCDate()];
  const { years, months, daysOf } = onCalendar;
  const start = -direction * Number.POSITIVE_INFINITY;
  for (
    let year = seek(years, thisYear, direction);
    year !== null;
    year = seek(years, year + direction, direction)
  ) {
    const firstMonth = year === thisYear ? thisMonth : start;
    let month = seek(months, firstMonth, direction);
    for (; month !== null; month = seek(months, month + direction, direction)) {
      const isThisMonth = year === thisYear && month === thisMonth;
      const day = seek(daysOf(year, month), isThisMonth ? thisDay : start, direction);
      if (day !== null) return Date.UTC(year, month - 1, day);
    }
  }
  return null;
}

/** This time of the day or the nearest matching one on the same day, in seconds since midnight. */
function nearestTime(onCalendar: OnCalendar, from: number, direction: Direction): number | null {
  const { hours, minutes, seconds } = onCalendar;
  const [thisHour, thisMinute, thisSecond] = [
    Math.floor(from / 3_600),
    Math.floor(from / 60) % 60,
    from % 60,
  ];
  const start = -direction * Number.POSITIVE_INFINITY;
  for (
    let hour = seek(hours, thisHour, direction);
    hour !== null;
    hour = seek(hours, hour + direction, direction)
  ) {
    const firstMinute = hour === thisHour ? thisMinute : start;
    let minute = seek(minutes, firstMinute, direction);
    for (; minute !== null; minute = seek(minutes, minute + direction, direction)) {
      const isThisMinute = hour === thisHour && minute === thisMinute;
      const second = seek(seconds, isThisMinute ? thisSecond : start, direction);
      if (second !== null) return hour * 3_600 + minute * 60 + second;
    }
  }
  return null;
}

/** The smallest value that is not below, or with direction -1 the largest that is not above. */
function seek(ascending: number[], from: number, direction: Direction): number | null {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = ascending[middle] as number;
    if (direction === 1 ? value < from : value <= from) low = middle + 1;
    else high = middle;
  }
  return ascending[direction === 1 ? low : low - 1] ?? null;
}
