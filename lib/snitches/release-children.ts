import { wakeTimers } from "@/lib/outbox/wake-timers";
import type { Sql } from "@/lib/platform/db";

/**
 * Has the sweep look again at incidents that are held by these parents, because they are healthy, paused or about to be
 * deleted. Each child then has one grace to report.
 */
export async function releaseChildren(sql: Sql, parentIds: string[]): Promise<void> {
  if (parentIds.length === 0) return;
  const held = await sql(
    `UPDATE incidents SET next_at = opened_at WHERE id IN (
       SELECT id FROM incidents WHERE held_by = ANY($1::uuid[]) AND closed_at IS NULL
       ORDER BY id FOR UPDATE SKIP LOCKED) RETURNING id`,
    [parentIds],
  );
  if (held.length > 0) await wakeTimers(sql, "sweep");
}
