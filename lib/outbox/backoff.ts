/** How often a notice or a delivery is tried before we give up: over about 24 hours. */
export const MOST_ATTEMPTS = 12;

/** While an attempt is under way nobody else may start one. */
const LEASE_MS = 60_000;

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 5 * 3_600_000;
const GROWTH = 3;

/** How long to wait after so many attempts, in milliseconds: exponential, and up to a fifth more by chance. */
export function waitAfter(attempts: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 + chance / 5));
}

/**
 * For how long the worker that begins such an attempt has the sole right to it, in milliseconds. One that dies each time
 * must not use the attempts of a day up in minutes: the next comes no sooner than after an attempt that failed.
 */
export const leaseOf = (attempts: number) => Math.max(LEASE_MS, waitAfter(attempts, 0));
