/** What a snitch's row remembers of the check-ins it accepted. */
export type Counted = {
  /** The clock hour that `hourCount` counts. */
  countedHour: Date | null;
  hourCount: number;
  /** The clock minute of the latest accepted one. */
  countedMinute: Date | null;
};

export type Allowance = {
  allowed: boolean;
  counted: Counted;
  /** How many more are accepted at once. */
  remaining: number;
  /** From when on the next one is surely accepted. */
  resetAt: Date;
};

/** So many check-ins are accepted in a clock hour before only one in each clock minute is. */
export const FREE_IN_AN_HOUR = 10;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const floor = (at: Date, lengthMs: number) => new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);

/**
 * Whether a snitch may check in now, and what its row remembers afterwards. By clock hours and clock minutes, so that
 * a job that runs every minute can never starve.
 */
export function allow(before: Counted, at: Date): Allowance {
  const hour = floor(at, HOUR_MS);
  const minute = floor(at, MINUTE_MS);
  const nextMinute = new Date(minute.getTime() + MINUTE_MS);
  const isSameHour = before.countedHour !== null && before.countedHour >= hour;
  const used = isSameHour ? before.hourCount : 0;

  const isNewMinute = before.countedMinute === null || before.countedMinute < minute;
  if (used >= FREE_IN_AN_HOUR && !isNewMinute) {
    return { allowed: false, counted: before, remaining: 0, resetAt: nextMinute };
  }

  const hourCount = used + 1;
  const remaining = Math.max(FREE_IN_AN_HOUR - hourCount, 0);
  const counted = {
    countedHour: isSameHour ? before.countedHour : hour,
    hourCount,
    countedMinute: isNewMinute ? minute : before.countedMinute,
  };
  const resetAt = remaining > 0 ? at : nextMinute;
  return { allowed: true, counted, remaining, resetAt };
}

/**
 * Of the refused ones the first of each clock minute is kept, so that people can see them and a flood cannot fill the
 * disk. Returns that minute if this is the first, else null.
 */
export function minuteOfRefusal(before: Date | null, at: Date): Date | null {
  const minute = floor(at, MINUTE_MS);
  return before === null || before < minute ? minute : null;
}
