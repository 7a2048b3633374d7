import { pool } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/retention";

/** Deletes alerts with their e-mails and deliveries, reminders, test events and pauses older than the retention period. */
export async function deleteOldAlerts(now: Date): Promise<void> {
  const since = retentionStart(now);
  await pool.query("DELETE FROM alerts WHERE at < $1", [since]);
  await pool.query("DELETE FROM emails WHERE alert_id IS NULL AND created_at < $1", [since]);
  await pool.query("DELETE FROM deliveries WHERE alert_id IS NULL AND created_at < $1", [since]);
  await pool.query("DELETE FROM pauses WHERE ends_at < $1", [since]);
}
