import { query, transaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";

/** Few, because a check-in of one of these snitches waits until its batch is committed. */
const BATCH_SIZE = 500;

/** How many one sweep moves: more would delay the next sweep. */
const MAX_IN_SWEEP = 20_000;

/** How many watches are moved early in one go, and how early. In ten minutes this is done ten times. */
const MAX_EARLY = 100_000;
const EARLY_MS = 10 * MINUTE_MS;

/**
 * Moves the watches that are over to the deadlines of their snitches, which have checked in since. For the end of a sweep, so that
 * no alert waits for it. Returns how many were moved; more are left only if there were more than 20,000.
 */
export const refilePassedWatches = (dueUntil: Date): Promise<number> => refile(dueUntil, MAX_IN_SWEEP);

/**
 * Moves watches that will soon be over, so that the sweep has little to move when many end at once, for example at midnight.
 * Changes nothing that people see. Safe to leave out, to repeat, and to run in several workers at once.
 */
export const refileWatches = (now: Date): Promise<number> =>
  refile(new Date(now.getTime() + EARLY_MS), MAX_EARLY);

async function refile(until: Date, max: number): Promise<number> {
  // Read once: each search would again pass over those that have been moved.
  const stale = await query<{ id: string }>(
    `SELECT id FROM snitches WHERE watch_at <= $1 AND watch_at < deadline ORDER BY watch_at LIMIT ${max}`,
    [until],
  );
  for (let first = 0; first < stale.length; first += BATCH_SIZE)
    await refileBatch(stale.slice(first, first + BATCH_SIZE).map(({ id }) => id));
  return stale.length;
}

const refileBatch = (ids: string[]): Promise<unknown> =>
  transaction(async (sql) => {
    // A crash may undo it: the watch is then too early, as before.
    await sql("SET LOCAL synchronous_commit = off");
    // A snitch that a check-in or another worker has locked is left for the next time.
    await sql(
      `UPDATE snitches SET watch_at = deadline WHERE id IN (
         SELECT id FROM snitches WHERE id = ANY($1::uuid[]) AND watch_at < deadline FOR NO KEY UPDATE SKIP LOCKED)`,
      [ids],
    );
  });
