import type { Sql } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { type LockedSnitch, lockRows } from "@/lib/snitches/store";

/** Locks the snitch of an incident until the transaction ends, and returns it. Refuses an incident that is not one of this case. */
export async function lockIncident(sql: Sql, caseId: string, incidentId: string): Promise<LockedSnitch> {
  if (!isUuidInAnyCase(incidentId)) throw notFound("incident");
  const [snitch] = await lockRows(
    sql,
    "s.case_id = $1 AND s.id = (SELECT snitch_id FROM incidents WHERE id = $2)",
    [caseId, incidentId],
  );
  if (!snitch) throw notFound("incident");
  return snitch;
}
