import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";

/** A row is given up after this many attempts, which take about 24 hours. */
export const MAX_ATTEMPTS = 12;

/** Longer than an attempt takes. */
export const MAX_ATTEMPT_MS = MINUTE_MS;

/** The first lease of a row is renewed while its attempt lasts, so that another worker soon takes the row of one that crashed. */
export const FIRST_LEASE_MS = 8 * SECOND_MS;
export const RENEW_MS = 2 * SECOND_MS;

const FIRST_WAIT_MS = 10 * SECOND_MS;
const MAX_WAIT_MS = 5 * HOUR_MS;
const GROWTH = 3;

/** How long to wait after this many attempts, in milliseconds: exponential, with up to 20 % jitter. `random`: 0 to 1. */
export function backoffMs(attempts: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), MAX_WAIT_MS);
  return Math.round(wait * (1 + random / 5));
}

/**
 * How long no other worker may attempt a row after this many attempts have begun, in milliseconds. From the second one on it is at
 * least the backoff: if the worker crashes on each attempt, the attempts still take a day, not minutes.
 */
export const leaseMs = (attempts: number) =>
  attempts === 1 ? FIRST_LEASE_MS : Math.max(MAX_ATTEMPT_MS, backoffMs(attempts, 0));
