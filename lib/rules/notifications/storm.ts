/** The number of emails about alerts that go to one address one by one within this time; the rest are one email. */
export const MAX_ONE_BY_ONE = 10;
export const STORM_MS = 60_000;

/**
 * Until when an email waits for others to the same address; null if it goes out on its own. `times`: when emails went out one
 * by one before, in any order.
 */
export function stormUntil(times: Date[], now: Date): Date | null {
  const since = now.getTime() - STORM_MS;
  const recent = times.map((time) => time.getTime()).filter((time) => time > since);
  return recent.length < MAX_ONE_BY_ONE ? null : new Date(Math.min(...recent) + STORM_MS);
}
