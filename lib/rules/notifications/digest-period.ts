import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";

export const DIGEST_FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** When digests are sent: how often, and at which hour by the clocks of the zone. */
export type DigestTimes = { frequency: DigestFrequency; zone: string; hour: number };

/** The first day of the week (a Monday) or month that contains this time, or the day itself, and of the ones next to it. In local time. */
function firstDay(frequency: DigestFrequency, clockMs: number, offset: number): number {
  const at = new Date(clockMs);
  if (frequency === "monthly") return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1);
  const today = Math.floor(clockMs / DAY_MS) * DAY_MS;
  if (frequency === "daily") return today + offset * DAY_MS;
  const sinceMonday = ((at.getUTCDay() + 6) % 7) * DAY_MS;
  return today - sinceMonday + offset * 7 * DAY_MS;
}

/** This hour on the first days around an instant, oldest first. A clock that is turned back at midnight shows a day twice. */
function timesAround({ frequency, zone }: DigestTimes, at: Date, hour: number): Date[] {
  const clockMs = toClockTime(at, zone);
  return [-2, -1, 0, 1, 2].map((offset) =>
    toInstant(firstDay(frequency, clockMs, offset) + hour * HOUR_MS, zone),
  );
}

/** When the first digest after this instant is sent. */
export function nextDigestAt(times: DigestTimes, after: Date): Date {
  const next = timesAround(times, after, times.hour).find((at) => at > after);
  if (!next) throw new Error(`No ${times.frequency} digest in ${times.zone} after ${after.toISOString()}.`);
  return next;
}

/**
 * The time that a digest is about which is sent at this instant, or late: the last week or month that is over, or the day until the
 * last time at which a daily one was due.
 */
export function digestPeriod(times: DigestTimes, at: Date): { start: Date; end: Date } {
  const ends = timesAround(times, at, times.frequency === "daily" ? times.hour : 0);
  const last = ends.findLastIndex((end) => end <= at);
  const [start, end] = [ends[last - 1], ends[last]];
  if (!start || !end)
    throw new Error(`No ${times.frequency} digest in ${times.zone} at ${at.toISOString()}.`);
  return { start, end };
}
