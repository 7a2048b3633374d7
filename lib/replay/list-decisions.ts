import type { Sql } from "@/lib/platform/db";
import type { Decision } from "./history";

/**
 * What people decided about the open incidents of a snitch since an instant, oldest first. Only the audit log has all of it, but for incidents that
 * were acknowledged with their machine before they began.
 */
export async function listDecisions(
  sql: Sql,
  { caseId, token }: { caseId: string; token: string },
  from: Date,
): Promise<Decision[]> {
  const rows = await sql<{ at: Date; action: string; until: string | null }>(
    `SELECT at, id, action, facts->>'until' AS until FROM audit_events
     WHERE case_id = $1 AND resource_id = $2 AND at >= $3
       AND action IN ('snitch.acknowledged', 'snitch.unacknowledged', 'snitch.snoozed', 'snitch.unsnoozed')
     UNION ALL
     SELECT i.told_at, i.id, 'snitch.acknowledged', NULL FROM snitches s JOIN incidents i ON i.snitch_id = s.id
       JOIN machine_incidents m ON m.id = i.machine_incident_id
     WHERE s.case_id = $1 AND s.token = $2 AND i.told_at >= $3 AND m.acknowledged_at < i.told_at
     ORDER BY at, id`,
    [caseId, token, from],
  );
  return rows.map(({ at, action, until }) => {
    if (action === "snitch.acknowledged") return { at, acknowledgedAt: at };
    if (action === "snitch.unacknowledged") return { at, acknowledgedAt: null };
    return { at, snoozedUntil: until === null ? at : new Date(until) };
  });
}
