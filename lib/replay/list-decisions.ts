import type { Sql } from "@/lib/platform/db";
import type { Decision } from "./history";

/** What people decided about the open incidents of a snitch since an instant, oldest first. Only the audit log has all of it. */
export async function listDecisions(
  sql: Sql,
  { caseId, token }: { caseId: string; token: string },
  from: Date,
): Promise<Decision[]> {
  const rows = await sql<{ at: Date; action: string; until: string | null }>(
    `SELECT at, action, facts->>'until' AS until FROM audit_events
     WHERE case_id = $1 AND resource_id = $2 AND at >= $3
       AND action IN ('snitch.acknowledged', 'snitch.unacknowledged', 'snitch.snoozed', 'snitch.unsnoozed')
     ORDER BY id`,
    [caseId, token, from],
  );
  return rows.map(({ at, action, until }) => {
    if (action === "snitch.acknowledged") return { at, acknowledgedAt: at };
    if (action === "snitch.unacknowledged") return { at, acknowledgedAt: null };
    return { at, snoozedUntil: until === null ? at : new Date(until) };
  });
}
