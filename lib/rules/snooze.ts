import { clockTimeOf, instantOf } from "./zoned-time";

/** What a snitch can be snoozed for with one click. */
export const SNOOZES = ["1_hour", "4_hours", "tomorrow", "monday"] as const;
export type Snooze = (typeof SNOOZES)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING_MS = 9 * HOUR_MS;

/** When a snooze that starts now ends. “Tomorrow” and “Monday” mean 09:00 in the zone; on a Monday, the next one. */
export function snoozeEnd(snooze: Snooze, now: Date, zone: string): Date {
  if (snooze === "1_hour") return new Date(now.getTime() + HOUR_MS);
  if (snooze === "4_hours") return new Date(now.getTime() + 4 * HOUR_MS);
  const clockMs = clockTimeOf(now, zone);
  const midnightMs = Math.floor(clockMs / DAY_MS) * DAY_MS;
  const days = snooze === "tomorrow" ? 1 : daysToMonday(new Date(midnightMs));
  return instantOf(midnightMs + days * DAY_MS + MORNING_MS, zone);
}

/** From 1 on a Sunday to 7 on a Monday. */
const daysToMonday = (day: Date) => (8 - day.getUTCDay()) % 7 || 7;
