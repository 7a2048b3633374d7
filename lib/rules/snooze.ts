import { DAY_MS, HOUR_MS } from "./durations";
import { toClockTime, toInstant } from "./zoned-time";

/** What a snitch can be snoozed for with one click. */
export const SNOOZES = ["1_hour", "4_hours", "tomorrow", "monday"] as const;

/** The same for an incident: shorter, because a job that fails is watched more closely. */
export const INCIDENT_SNOOZES = ["30_minutes", "2_hours", "tomorrow"] as const;

export type Snooze = (typeof SNOOZES)[number] | (typeof INCIDENT_SNOOZES)[number];

const MORNING_MS = 9 * HOUR_MS;

const DURATIONS_MS: Partial<Record<Snooze, number>> = {
  "30_minutes": HOUR_MS / 2,
  "1_hour": HOUR_MS,
  "2_hours": 2 * HOUR_MS,
  "4_hours": 4 * HOUR_MS,
};

/** When a snooze that starts now ends. “Tomorrow” and “Monday” mean 09:00 in the zone; on a Monday, the next one. */
export function snoozeEnd(snooze: Snooze, now: Date, zone: string): Date {
  const durationMs = DURATIONS_MS[snooze];
  if (durationMs) return new Date(now.getTime() + durationMs);
  const clockMs = toClockTime(now, zone);
  const midnightMs = Math.floor(clockMs / DAY_MS) * DAY_MS;
  const days = snooze === "tomorrow" ? 1 : daysToMonday(new Date(midnightMs));
  return toInstant(midnightMs + days * DAY_MS + MORNING_MS, zone);
}

/** From 1 on a Sunday to 7 on a Monday. */
const daysToMonday = (day: Date) => (8 - day.getUTCDay()) % 7 || 7;
