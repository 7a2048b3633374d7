/** How many times a row is attempted before it is given up: over about 24 hours. */
export const MAX_ATTEMPTS = 12;

/** The shortest lease: no other worker attempts the row while it lasts. */
const LEASE_MS = 60_000;

const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 5 * 3_600_000;
const GROWTH = 3;

/** The wait after this many attempts, in milliseconds: exponential, with up to 20 % jitter. `random`: 0 to 1. */
export function backoffMs(attempts: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), MAX_WAIT_MS);
  return Math.round(wait * (1 + random / 5));
}

/**
 * For how long the worker that begins such an attempt has the sole right to it, in milliseconds. One that dies each time
 * must not use the attempts of a day up in minutes: the next comes no sooner than after an attempt that failed.
 */
export const leaseMs = (attempts: number) => Math.max(LEASE_MS, backoffMs(attempts, 0));
