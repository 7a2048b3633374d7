import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { retentionStart } from "@/lib/rules/history/retention";

/** An output is kept so long, or while it is among the latest of its snitch, whichever is longer. */
const RETENTION_MS = 30 * DAY_MS;
const LATEST_KEPT = 100;

/** Batch size: outputs deleted by one statement, which holds locks until it ends. */
const BATCH_SIZE = 10_000;

// Only snitches with an output that is old enough are looked at. One with fewer outputs than are kept has no `oldest_kept`.
const DELETE_BATCH = `
  DELETE FROM outputs WHERE id IN (
    SELECT o.id FROM snitches s
    CROSS JOIN LATERAL (
      SELECT at FROM outputs WHERE snitch_id = s.id ORDER BY at DESC OFFSET $2 - 1 LIMIT 1
    ) oldest_kept
    CROSS JOIN LATERAL (
      SELECT id FROM outputs WHERE snitch_id = s.id AND at < LEAST($1, oldest_kept.at) LIMIT $3
    ) o
    WHERE EXISTS (SELECT FROM outputs WHERE snitch_id = s.id AND at < $1)
    LIMIT $3)`;

/**
 * Deletes outputs that are neither of the last 30 days nor among the last 100 of their snitch, and all that are older than
 * any run. A trigger notes their objects in the bucket.
 */
export async function deleteOldOutputs(now: Date): Promise<void> {
  await pool.query("DELETE FROM outputs WHERE at < $1", [retentionStart(now)]);
  const since = new Date(now.getTime() - RETENTION_MS);
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; )
    deleted = (await pool.query(DELETE_BATCH, [since, LATEST_KEPT, BATCH_SIZE])).rowCount ?? 0;
}
