import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";

const WEEK_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;

/** 1 (Monday) to 7 (Sunday). */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The times in which a member wants no emails below critical. */
export type QuietHours = {
  zone: string;
  /** Minutes since midnight. If `to` is not later than `from`, it is on the next day. */
  from: number;
  to: number;
  /** The days on which they begin; empty for all. */
  days: number[];
};

const lengthMinutes = ({ from, to }: QuietHours) => (to > from ? to - from : to - from + DAY_MINUTES);

/** Whether there is no time at all in which emails come. */
export const isAlwaysQuiet = (quiet: QuietHours) =>
  lengthMinutes(quiet) === DAY_MINUTES && [0, 7].includes(quiet.days.length);

/** How many minutes of a week are left for emails. */
export const openMinutesAWeek = (quiet: QuietHours) =>
  WEEK_MINUTES - lengthMinutes(quiet) * (quiet.days.length || WEEKDAYS.length);

/** When the quiet hours end that this instant is in; null if it is in none. Quiet hours that touch are one. */
export function quietUntil(quiet: QuietHours, at: Date): Date | null {
  let until = endOfQuietHours(quiet, at);
  // A week is the longest that they can be, because some time is left for emails.
  for (let i = 0; until && i < WEEKDAYS.length; i += 1) {
    const later = endOfQuietHours(quiet, until);
    if (!later) break;
    until = later;
  }
  return until;
}

function endOfQuietHours(quiet: QuietHours, at: Date): Date | null {
  const { zone, from, days } = quiet;
  const today = Math.floor(toClockTime(at, zone) / DAY_MS) * DAY_MS;
  for (const day of [today - DAY_MS, today]) {
    if (days.length > 0 && !days.includes(weekdayOf(day))) continue;
    const start = toInstant(day + from * MINUTE_MS, zone);
    const end = toInstant(day + (from + lengthMinutes(quiet)) * MINUTE_MS, zone);
    if (start <= at && at < end) return end;
  }
  return null;
}

const weekdayOf = (day: number) => new Date(day).getUTCDay() || 7;
