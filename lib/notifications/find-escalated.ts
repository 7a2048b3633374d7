import { isMarked } from "@/lib/emails/address-marks";
import type { Sql } from "@/lib/platform/db";

/**
 * The members of its case whom the escalation of the incident that each of these alerts ends has notified, as far as emails reach
 * them: their addresses, by the id of the alert.
 */
export async function findEscalated(sql: Sql, alertIds: string[]): Promise<Map<string, string[]>> {
  if (alertIds.length === 0) return new Map();
  const rows = await sql<{ alertId: string; addresses: string[] }>(
    `SELECT a.id AS "alertId", array_agg(DISTINCT u.email) AS addresses
     FROM alerts a JOIN alerts notified ON notified.incident_id = a.incident_id
     JOIN emails e ON e.alert_id = notified.id AND e.is_escalation
     JOIN users u ON u.email = lower(e.address) JOIN members m ON m.case_id = a.case_id AND m.user_id = u.id
     WHERE a.id = ANY($1::uuid[]) AND NOT ${isMarked("a.case_id", "u.email")} GROUP BY 1`,
    [alertIds],
  );
  return new Map(rows.map(({ alertId, addresses }) => [alertId, addresses]));
}
