// `watch_at` is the indexed copy of `deadline`, by which the sweep finds the snitches that are due.
//
// The deadline itself has no index: Postgres writes all indexes of a row when an indexed column changes, and on the hour many jobs move their
// deadlines at once (docs/decisions/062-watch-at-instead-of-an-index-on-deadlines.md). The copy is never later than the deadline. It may be
// earlier, which costs the sweep a look and alerts nothing.
//
// 1. Anyone who searches by the deadline asks for the copy, too: `isDueBy`.
// 2. Anyone who saves a snitch copies its deadline: `COPY_DEADLINE`. Only `saveRoutine` leaves that for later, during a rush of check-ins.
// 3. `indexDeadlines` copies what was left, shortly before the old copy has passed. What it did not reach, `indexPassedDeadlines` copies after a
//    sweep.
// 4. Other statements need not think of it: a trigger copies the deadline of a new row, and one that moves before its copy; a CHECK
//    refuses a copy that is later.

import { decoded } from "@/lib/platform/columns";
import { query, transaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";

/** The condition for a deadline that is not later than this expression. */
export const isDueBy = (until: string) => `watch_at <= ${until} AND deadline <= ${until}`;

/** Takes the first ones of a search with `isDueBy`, by the index. */
export const firstDue = (max: number) => `ORDER BY watch_at LIMIT ${max}`;

/** When the first deadline passes, or earlier. Null without one. */
export const EARLIEST_WATCH_AT = "(SELECT min(watch_at) FROM snitches WHERE watch_at IS NOT NULL)";

/** The assignment for an UPDATE that saves the deadlines of `n`. It makes Postgres write all indexes of the row. */
export const COPY_DEADLINE = `watch_at = ${decoded("n.deadline", "time")}`;

/** Batch size: small, because a check-in of one of these snitches waits until its batch is committed. */
const BATCH_SIZE = 500;

/** More in one sweep would delay the next one. */
const MAX_IN_SWEEP = 20_000;

/** The job runs ten times in the ten minutes before a copy passes, each time for this number of snitches: midnight finds little left. */
const MAX_EARLY = 100_000;
const EARLY_MS = 10 * MINUTE_MS;

/**
 * Copies the deadlines of snitches whose copy has passed, because they have checked in since. For the end of a sweep, so that no
 * alert waits for it. Returns how many there were; more are left only if there were 20,000.
 */
export const indexPassedDeadlines = (dueUntil: Date): Promise<number> =>
  copyDeadlines(dueUntil, MAX_IN_SWEEP);

/**
 * Copies the deadlines of snitches whose copy will soon have passed, so that the sweep has little to do when many pass at once, for
 * example at midnight. Changes nothing that people see. Safe to leave out, to repeat, and to run in several workers at once.
 */
export const indexDeadlines = (now: Date): Promise<number> =>
  copyDeadlines(new Date(now.getTime() + EARLY_MS), MAX_EARLY);

async function copyDeadlines(until: Date, max: number): Promise<number> {
  // Read once: each search would again pass over those that have been copied.
  const early = await query<{ id: string }>(
    `SELECT id FROM snitches WHERE watch_at <= $1 AND watch_at < deadline ${firstDue(max)}`,
    [until],
  );
  for (let first = 0; first < early.length; first += BATCH_SIZE)
    await copyBatch(early.slice(first, first + BATCH_SIZE).map(({ id }) => id));
  return early.length;
}

const copyBatch = (ids: string[]): Promise<unknown> =>
  transaction(async (sql) => {
    // A crash may undo it: the copy is then too early, as before.
    await sql("SET LOCAL synchronous_commit = off");
    // A snitch that a check-in or another worker has locked is left for the next time.
    await sql(
      `UPDATE snitches SET watch_at = deadline WHERE id IN (
         SELECT id FROM snitches WHERE id = ANY($1::uuid[]) AND watch_at < deadline FOR NO KEY UPDATE SKIP LOCKED)`,
      [ids],
    );
  });
