import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "./interval";

/** A range of UTC time in which one check-in is enough. `end` is the start of the next period. */
export type Period = { start: Date; end: Date };

// A month has no fixed length.
const LENGTH_MS: Record<Exclude<Interval, "monthly">, number> = {
  "1_minute": MINUTE_MS,
  "2_minute": 2 * MINUTE_MS,
  "3_minute": 3 * MINUTE_MS,
  "5_minute": 5 * MINUTE_MS,
  "10_minute": 10 * MINUTE_MS,
  "15_minute": 15 * MINUTE_MS,
  "30_minute": 30 * MINUTE_MS,
  hourly: HOUR_MS,
  "2_hour": 2 * HOUR_MS,
  "3_hour": 3 * HOUR_MS,
  "4_hour": 4 * HOUR_MS,
  "6_hour": 6 * HOUR_MS,
  "8_hour": 8 * HOUR_MS,
  "12_hour": 12 * HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};

// The Unix epoch is a Thursday, and the Monday after it is four days later.
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The period that contains this instant. */
export function periodAt(interval: Interval, instant: Date): Period {
  if (interval === "monthly") {
    const year = instant.getUTCFullYear();
    const month = instant.getUTCMonth();
    return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
  }

  const lengthMs = LENGTH_MS[interval];
  const originMs = interval === "weekly" ? FIRST_MONDAY_MS : 0;
  const startMs = originMs + Math.floor((instant.getTime() - originMs) / lengthMs) * lengthMs;
  return { start: new Date(startMs), end: new Date(startMs + lengthMs) };
}
