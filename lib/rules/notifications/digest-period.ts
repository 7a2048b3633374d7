import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";

export const DIGEST_FREQUENCIES = ["weekly", "monthly"] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

const MONDAY = 1;

/** A digest is sent at this hour of the day after its period, by the clocks of its reader. */
const SEND_HOUR = 8;

/** The first day of the week (a Monday) or month that contains this time, and of the ones beside it. In local time. */
function periodStart(frequency: DigestFrequency, clockMs: number, offset = 0): number {
  const at = new Date(clockMs);
  if (frequency === "monthly") return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1);
  const today = Math.floor(clockMs / DAY_MS) * DAY_MS;
  const sinceMonday = ((at.getUTCDay() + 7 - MONDAY) % 7) * DAY_MS;
  return today - sinceMonday + offset * 7 * DAY_MS;
}

/** When the first digest after this instant is sent. */
export function nextDigestAt(frequency: DigestFrequency, zone: string, after: Date): Date {
  const clockMs = toClockTime(after, zone);
  for (const offset of [0, 1]) {
    const at = toInstant(periodStart(frequency, clockMs, offset) + SEND_HOUR * HOUR_MS, zone);
    if (at > after) return at;
  }
  throw new Error(`No ${frequency} digest in ${zone} after ${after.toISOString()}.`);
}

/** The week or month that a digest is about which is sent at this instant, or late: the last one that is over. */
export function digestPeriod(frequency: DigestFrequency, zone: string, at: Date): { start: Date; end: Date } {
  const clockMs = toClockTime(at, zone);
  return {
    start: toInstant(periodStart(frequency, clockMs, -1), zone),
    end: toInstant(periodStart(frequency, clockMs), zone),
  };
}
