import { pool } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/history/retention";

/** Deletes events older than the history that is kept. */
export async function deleteOldEvents(now: Date): Promise<void> {
  await pool.query("DELETE FROM audit_events WHERE at < $1", [retentionStart(now)]);
}
