import { pool } from "@/lib/platform/db";
import type { Action } from "./actions";

/** The latest event with this action on a resource of the case. Null if there is none. */
export async function findLatestEvent(
  caseId: string,
  resourceId: string,
  action: Action,
): Promise<{ actorName: string; at: Date } | null> {
  const { rows } = await pool.query<{ actorName: string; at: Date }>(
    `SELECT actor_name AS "actorName", at FROM audit_events
     WHERE case_id = $1 AND resource_id = $2 AND action = $3 ORDER BY id DESC LIMIT 1`,
    [caseId, resourceId, action],
  );
  return rows[0] ?? null;
}
