import type { Sql } from "@/lib/platform/db";

/** Whom a case tells, as `recipientsOf` asks. */
export type Owner = { id: string; alertEmail: string | null; members: string[] };

/** The people of these cases, by the case's id. */
export async function ownersOf(sql: Sql, caseIds: string[]): Promise<Map<string, Owner>> {
  const rows = await sql<Owner>(
    `SELECT c.id, c.alert_email AS "alertEmail",
       ARRAY(SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = c.id ORDER BY u.email)
         AS members
     FROM cases c WHERE c.id = ANY($1::uuid[])`,
    [[...new Set(caseIds)]],
  );
  return new Map(rows.map((owner) => [owner.id, owner]));
}
