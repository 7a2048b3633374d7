import { HOUR_MS, MINUTE_MS } from "@/lib/platform/durations";

/** The counts of accepted check-ins in a snitch's row. */
export type CheckInCounts = {
  /** The clock hour whose check-ins `hourCount` counts. */
  countedHour: Date | null;
  hourCount: number;
  /** The clock minute of the latest accepted check-in. */
  countedMinute: Date | null;
};

export type RateDecision = {
  accepted: boolean;
  /** The counts after this check-in. */
  counts: CheckInCounts;
  /** How many more are accepted immediately. */
  remaining: number;
  /** From this time on more are accepted than `remaining` says. */
  resetAt: Date;
};

/** This many check-ins are accepted in a clock hour; after that, one in each clock minute. */
export const HOURLY_BURST = 10;

const floor = (at: Date, lengthMs: number) => new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);

/**
 * Decides whether the rate limit accepts a check-in. It counts by clock hours and clock minutes, so that a job that runs
 * every minute is never refused.
 */
export function countCheckIn(before: CheckInCounts, at: Date): RateDecision {
  const hour = floor(at, HOUR_MS);
  const minute = floor(at, MINUTE_MS);
  const nextMinute = new Date(minute.getTime() + MINUTE_MS);
  const isSameHour = before.countedHour !== null && before.countedHour >= hour;
  const used = isSameHour ? before.hourCount : 0;

  const isNewMinute = before.countedMinute === null || before.countedMinute < minute;
  if (used >= HOURLY_BURST && !isNewMinute) {
    return { accepted: false, counts: before, remaining: 0, resetAt: nextMinute };
  }

  const hourCount = used + 1;
  const remaining = Math.max(HOURLY_BURST - hourCount, 0);
  const counts = {
    countedHour: isSameHour ? before.countedHour : hour,
    hourCount,
    countedMinute: isNewMinute ? minute : before.countedMinute,
  };
  const nextHour = new Date((counts.countedHour ?? hour).getTime() + HOUR_MS);
  const resetAt = remaining > 0 ? nextHour : nextMinute;
  return { accepted: true, counts, remaining, resetAt };
}

/**
 * The clock minute of a refused check-in if it is the first refused one of that minute, else null. Only the first is kept,
 * so that people can see it and a flood cannot fill the disk.
 */
export function refusedMinuteToKeep(before: Date | null, at: Date): Date | null {
  const minute = floor(at, MINUTE_MS);
  return before === null || before < minute ? minute : null;
}
