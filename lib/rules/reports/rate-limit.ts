import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";

/** The counts of accepted check-ins in a snitch's row. */
export type CheckInCounts = {
  /** The clock hour whose check-ins `hourCount` counts. */
  countedHour: Date | null;
  hourCount: number;
  /** The clock minute of the latest accepted check-in, or the slot if the slots of its snitch are shorter. */
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
  /** Check-ins, or the signals of runs, which have their own limit. */
  limit: "check_ins" | "signals";
  /** Only if it is shorter than a clock minute: how long the slots are of which each takes one check-in. */
  slotMs?: number;
};

/** This many check-ins are accepted in a clock hour; after that, one in each slot: a clock minute, or `slotMsFor` its schedule. */
export const HOURLY_BURST = 10;

/** Half of the shortest gap of a schedule below a minute, or else a clock minute, as specified. */
export const slotMsFor = ({ shortestMs }: { shortestMs: number }): number =>
  shortestMs < MINUTE_MS ? shortestMs / 2 : MINUTE_MS;

const floor = (at: Date, lengthMs: number) => new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);

/**
 * Decides whether the rate limit accepts a check-in. It counts by clock hours and by slots, which are clock minutes, so that a
 * job that runs every minute is never refused.
 */
export function countCheckIn(before: CheckInCounts, at: Date, slotMs = MINUTE_MS): RateDecision {
  const hour = floor(at, HOUR_MS);
  const slot = floor(at, slotMs);
  const nextSlot = new Date(slot.getTime() + slotMs);
  const shorterMs = slotMs === MINUTE_MS ? undefined : slotMs;
  const isSameHour = before.countedHour !== null && before.countedHour >= hour;
  const used = isSameHour ? before.hourCount : 0;

  const isNewSlot = before.countedMinute === null || before.countedMinute < slot;
  if (used >= HOURLY_BURST && !isNewSlot) {
    return {
      accepted: false,
      counts: before,
      remaining: 0,
      resetAt: nextSlot,
      limit: "check_ins",
      slotMs: shorterMs,
    };
  }

  const hourCount = used + 1;
  const remaining = Math.max(HOURLY_BURST - hourCount, 0);
  const counts = {
    countedHour: isSameHour ? before.countedHour : hour,
    hourCount,
    countedMinute: isNewSlot ? slot : before.countedMinute,
  };
  const nextHour = new Date((counts.countedHour ?? hour).getTime() + HOUR_MS);
  const resetAt = remaining > 0 ? nextHour : nextSlot;
  return { accepted: true, counts, remaining, resetAt, limit: "check_ins", slotMs: shorterMs };
}

/** How many starts, logs and repeated finishes of a snitch are accepted in a clock minute. */
export const SIGNALS_PER_MINUTE = 6;

/** The count of accepted signals in a snitch's row. */
export type SignalCounts = {
  /** The clock minute whose starts, logs and finishes of known runs `signalCount` counts. */
  signalMinute: Date | null;
  signalCount: number;
};

/** What the rate limit counts in a snitch's row. */
export type RateCounts = CheckInCounts &
  SignalCounts & {
    /** The clock minute of the latest refused check-in that was kept. */
    refusedMinute: Date | null;
  };

export const NO_RATE_COUNTS: RateCounts = {
  countedHour: null,
  hourCount: 0,
  countedMinute: null,
  signalMinute: null,
  signalCount: 0,
  refusedMinute: null,
};

/** A decision about a signal, which does not count as a check-in. */
export type SignalDecision = RateDecision & { signalCounts: SignalCounts };

/** Decides whether the allowance for signals accepts a start, a log, or a finish of a known run. */
export function countSignal(before: CheckInCounts & SignalCounts, at: Date): SignalDecision {
  const minute = floor(at, MINUTE_MS);
  const isSameMinute = before.signalMinute !== null && before.signalMinute >= minute;
  const used = isSameMinute ? before.signalCount : 0;
  if (used >= SIGNALS_PER_MINUTE) {
    const resetAt = new Date(minute.getTime() + MINUTE_MS);
    return { signalCounts: before, ...uncounted(before, at), accepted: false, remaining: 0, resetAt };
  }
  const signalMinute = isSameMinute ? before.signalMinute : minute;
  return { signalCounts: { signalMinute, signalCount: used + 1 }, ...uncounted(before, at) };
}

/** The decision about the finish of a run whose start was accepted: it is never refused, because our limit must not look like a job that hangs. */
export function uncounted({ countedHour, hourCount, countedMinute }: CheckInCounts, at: Date): RateDecision {
  const hour = floor(at, HOUR_MS);
  const used = countedHour !== null && countedHour >= hour ? hourCount : 0;
  return {
    accepted: true,
    counts: { countedHour, hourCount, countedMinute },
    remaining: Math.max(HOURLY_BURST - used, 0),
    resetAt: new Date(hour.getTime() + HOUR_MS),
    limit: "signals",
  };
}

/**
 * The clock minute of a refused check-in if it is the first refused one of that minute, else null. Only the first is kept,
 * so that people can see it and a flood cannot fill the disk.
 */
export function refusedMinuteToKeep(before: Date | null, at: Date): Date | null {
  const minute = floor(at, MINUTE_MS);
  return before === null || before < minute ? minute : null;
}

/** When an accepted check-in or signal happened. */
export type CountedRequest = { at: Date; isSignal: boolean };

/** What had been counted when a late check-in happened. `requests`: the other ones of its clock hour. */
export function countsOfLate(
  requests: CountedRequest[],
  at: Date,
  slotMs = MINUTE_MS,
): CheckInCounts & SignalCounts {
  const hour = floor(at, HOUR_MS);
  const minute = floor(at, MINUTE_MS);
  const slot = floor(at, slotMs);
  const isInMinute = (one: CountedRequest) => floor(one.at, MINUTE_MS).getTime() === minute.getTime();
  const isInSlot = (one: CountedRequest) => floor(one.at, slotMs).getTime() === slot.getTime();
  const checkIns = requests.filter(({ isSignal }) => !isSignal);
  return {
    countedHour: hour,
    hourCount: checkIns.length,
    countedMinute: checkIns.some(isInSlot) ? slot : null,
    signalMinute: minute,
    signalCount: requests.filter((one) => one.isSignal && isInMinute(one)).length,
  };
}

/** The start of the clock hour in which a check-in is counted. */
export const countedHourOf = (at: Date) => floor(at, HOUR_MS);
