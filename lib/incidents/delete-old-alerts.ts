import { pool } from "@/lib/platform/db";
import { retentionStart } from "@/lib/rules/history/retention";

/** Deletes alerts with their emails and deliveries, closed incidents, reminders, test events, fire drills, pauses, counts of days and listening gaps older than the retention period. */
export async function deleteOldAlerts(now: Date): Promise<void> {
  const since = retentionStart(now);
  await pool.query("DELETE FROM alerts WHERE at < $1", [since]);
  await pool.query("DELETE FROM incidents WHERE closed_at < $1", [since]);
  await pool.query("DELETE FROM machine_incidents WHERE closed_at < $1", [since]);
  await pool.query("DELETE FROM emails WHERE alert_id IS NULL AND created_at < $1", [since]);
  await pool.query("DELETE FROM deliveries WHERE alert_id IS NULL AND created_at < $1", [since]);
  await pool.query("DELETE FROM drills WHERE started_at < $1", [since]);
  await pool.query("DELETE FROM pauses WHERE ends_at < $1", [since]);
  await pool.query("DELETE FROM day_counts WHERE day < $1", [since]);
  await pool.query("DELETE FROM unknown_misses WHERE deadline < $1", [since]);
  await pool.query("DELETE FROM listeners WHERE seen_at < $1", [since]);
  await pool.query("DELETE FROM alert_holds WHERE ends_at < $1", [since]);
  await pool.query("DELETE FROM silence_reports WHERE silence_starts_at < $1", [since]);
}
