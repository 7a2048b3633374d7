/** A sleeping worker looks this often for what is due, in case a wake-up was lost. Less than the 5 s within which alerts leave. */
export const LOOK_MS = 3_000;

/** It looks this often while wake-ups do not reach it, or while something is due that cannot be done yet. */
export const RETRY_MS = 2_000;

/** It rests this long between two looks, however many instants and wake-ups there are. */
export const MIN_REST_MS = 100;

/** It looks this often for work that no alert waits for: after a lost wake-up that may be so late. */
export const RARE_LOOK_MS = 60_000;

/**
 * `ranAt`: when the work was last begun; null if nothing was due. `hearsWakeUps`: whether wake-ups reach this worker. `lookMs`:
 * the longest sleep of a worker that receives them.
 */
type Look = { now: Date; ranAt: Date | null; hearsWakeUps: boolean; lookMs?: number };

/** How long a worker sleeps before it looks again, in milliseconds. `dueAt`: the next instant with work; null if there is none. */
export function sleepMs(dueAt: Date | null, { now, ranAt, hearsWakeUps, lookMs = LOOK_MS }: Look): number {
  const longestMs = hearsWakeUps ? lookMs : RETRY_MS;
  if (!dueAt) return longestMs;
  // It was due when the work began, and still is: something holds it.
  if (ranAt && dueAt <= ranAt) return RETRY_MS;
  return Math.min(Math.max(dueAt.getTime() - now.getTime(), MIN_REST_MS), longestMs);
}

/**
 * Whether sleeping workers must be woken for an instant that is written at `now`. They look at least every `lookMs`, so a
 * later one is found in time.
 */
export const needsWakeUp = (dueAt: Date | null, now: Date, lookMs = LOOK_MS): boolean =>
  dueAt !== null && dueAt.getTime() < now.getTime() + lookMs;
