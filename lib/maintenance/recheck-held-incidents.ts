import { wakeTimers } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";

/**
 * Lets the sweep evaluate incidents again that maintenance holds, because it may not hold them anymore. Locks their snitches in
 * the order of their ids, as every evaluation of an incident does, so that the two cannot deadlock.
 */
export async function recheckHeldIncidents(sql: Sql, caseId: string, now: Date): Promise<void> {
  await sql(
    `SELECT id FROM snitches WHERE id IN (
       SELECT snitch_id FROM incidents WHERE case_id = $1 AND closed_at IS NULL AND hold = 'maintenance')
     ORDER BY id FOR NO KEY UPDATE`,
    [caseId],
  );
  const held = await sql(
    `UPDATE incidents SET next_at = LEAST(next_at, $2)
     WHERE case_id = $1 AND closed_at IS NULL AND hold = 'maintenance' RETURNING id`,
    [caseId, now],
  );
  if (held.length > 0) await wakeTimers(sql, "sweep");
}
