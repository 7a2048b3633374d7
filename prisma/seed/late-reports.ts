import { pool } from "@/lib/platform/db";

/** The latest miss of a daily job that ended with a report was none: its machine was offline, and that report came late. */
const DISPROVE = `
  WITH picked AS (
    SELECT i.id, i.snitch_id, i.closed_at, a.id AS alert_id, a.at - interval '3 hours' AS ran_at
    FROM incidents i JOIN snitches s ON s.id = i.snitch_id AND s.interval = 'daily' AND s.last_run_id IS NULL
    JOIN alerts a ON a.incident_id = i.id AND a.kind = 'missing'
    WHERE i.case_id = $1 AND i.closed_by = 'reported' AND NOT EXISTS (
      SELECT FROM alerts b WHERE b.incident_id = i.id AND b.kind IN ('missing', 'errored') AND b.id <> a.id)
    ORDER BY i.closed_at DESC LIMIT 1),
  facts AS (
    SELECT *, jsonb_build_object('reportedLate', jsonb_build_object('at', ran_at, 'receivedAt', closed_at)) AS late FROM picked),
  reported AS (
    INSERT INTO check_ins (id, snitch_id, at, exit_status, method, received_at)
    SELECT new_id(), snitch_id, ran_at, '0', 'POST', closed_at FROM picked),
  noted AS (
    UPDATE alerts a SET facts = coalesce(a.facts, '{}'::jsonb) || f.late, disproved_at = CASE WHEN a.id = f.alert_id THEN f.closed_at END
    FROM facts f WHERE a.incident_id = f.id AND a.kind IN ('missing', 'reporting'))
  UPDATE incidents i SET disproved_at = f.closed_at FROM facts f WHERE i.id = f.id`;

/** The run before the latest one of this snitch was reported six hours after it ended. */
const DELAY = `
  UPDATE check_ins c SET received_at = r.ended_at + interval '6 hours 12 minutes' FROM (
    SELECT r.* FROM runs r JOIN snitches s ON s.id = r.snitch_id
    WHERE s.case_id = $1 AND s.name = $2 AND r.outcome = 'succeeded' ORDER BY r.at DESC OFFSET 1 LIMIT 1) r
  WHERE c.snitch_id = r.snitch_id AND c.run_id = r.id AND c.at = r.ended_at`;

/** Two jobs whose machine was offline for some hours. No one is notified. */
export async function reportLate(caseId: string, name: string): Promise<void> {
  await pool.query(DISPROVE, [caseId]);
  await pool.query(DELAY, [caseId, name]);
}
