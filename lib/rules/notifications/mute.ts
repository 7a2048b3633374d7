import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { MAX_SNOOZE_DAYS } from "@/lib/rules/incidents/snooze-range";
import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";

/** How long one click snoozes alerts or pauses monitoring. */
export const MUTE_TIMES = ["1_hour", "4_hours", "morning", "tomorrow", "monday"] as const;
export type MuteTime = (typeof MUTE_TIMES)[number];

/** A snooze keeps alerts back of what stays monitored. A pause stops monitoring. */
export type MuteVerb = "snooze" | "pause";

const NIGHT_MS = 6 * HOUR_MS;
const MORNING_MS = 9 * HOUR_MS;

const DURATIONS_MS: Partial<Record<MuteTime, number>> = { "1_hour": HOUR_MS, "4_hours": 4 * HOUR_MS };

/** The times that are offered now. Before 06:00 in the zone, that is this morning instead of tomorrow. */
export function muteTimesAt(now: Date, zone: string): MuteTime[] {
  const isNight = toClockTime(now, zone) % DAY_MS < NIGHT_MS;
  return MUTE_TIMES.filter((time) => time !== (isNight ? "tomorrow" : "morning"));
}

/** When a snooze or pause that starts now ends. “Tomorrow” and “Monday” mean 09:00 in the zone; on a Monday, the next one. */
export function muteEnd(time: MuteTime, now: Date, zone: string): Date {
  const durationMs = DURATIONS_MS[time];
  if (durationMs) return new Date(now.getTime() + durationMs);
  if (time === "morning") return nextMorning(now, zone);
  const clockMs = toClockTime(now, zone);
  const midnightMs = Math.floor(clockMs / DAY_MS) * DAY_MS;
  const days = time === "tomorrow" ? 1 : daysToMonday(new Date(midnightMs));
  return toInstant(midnightMs + days * DAY_MS + MORNING_MS, zone);
}

/** The next 09:00 in the zone that is more than an hour away. */
export function nextMorning(now: Date, zone: string): Date {
  const midnightMs = Math.floor(toClockTime(now, zone) / DAY_MS) * DAY_MS;
  const mornings = [0, 1, 2].map((days) => toInstant(midnightMs + days * DAY_MS + MORNING_MS, zone));
  const next = mornings.find((morning) => morning.getTime() - now.getTime() > HOUR_MS);
  if (!next) throw new Error(`There is no morning after ${now.toISOString()} in ${zone}.`);
  return next;
}

/** From 1 on a Sunday to 7 on a Monday. */
const daysToMonday = (day: Date) => (8 - day.getUTCDay()) % 7 || 7;

/** The end of a snooze until recovery. An hour less than the longest allows for a reader’s clock that is ahead. */
export const longestSnoozeEnd = (now: Date) => new Date(now.getTime() + MAX_SNOOZE_DAYS * DAY_MS - HOUR_MS);
