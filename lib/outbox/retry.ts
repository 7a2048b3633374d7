/** How often a notice or a delivery is tried before we give up: over about 24 hours. */
export const MOST_ATTEMPTS = 12;

/** While an attempt is under way nobody else may start one; a worker that died in it is forgotten after this. */
export const LEASE_MS = 60_000;

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 5 * 3_600_000;
const GROWTH = 3;

/** How long to wait after so many attempts, in milliseconds: exponential, and up to a fifth more by chance. */
export function waitAfter(attempts: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * GROWTH ** (attempts - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 + chance / 5));
}
