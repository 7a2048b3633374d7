import { pool, type Sql } from "@/lib/platform/db";
import type { EmailMark } from "@/lib/rules/notifications/address-mark";
import type { Role } from "@/lib/rules/role";

/** Why emails do not reach an address, and since when. */
export type ListedMark = { id: string; mark: EmailMark; markedAt: Date };

/** The marked addresses of a case, in lower case. */
export async function listAddressMarks(caseId: string): Promise<Map<string, ListedMark>> {
  const { rows } = await pool.query<ListedMark & { address: string }>(
    `SELECT address, id, mark::text AS mark, marked_at AS "markedAt" FROM email_marks
     WHERE case_id = $1 AND mark IS NOT NULL`,
    [caseId],
  );
  return new Map(rows.map(({ address, ...mark }) => [address, mark]));
}

/** The SQL condition that a case’s emails do not reach an address, by the columns of both. The address is in lower case. */
export const isMarked = (caseId: string, address: string) =>
  `EXISTS (SELECT FROM email_marks k WHERE k.case_id = ${caseId} AND k.address = ${address} AND k.mark IS NOT NULL)`;

/** The members of a case with these roles whom its emails reach, by address. */
export const listReachable = (sql: Sql, caseId: string, roles: Role[]) =>
  sql<{ id: string; email: string }>(
    `SELECT u.id, u.email FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.case_id = $1 AND m.role::text = ANY($2) AND NOT ${isMarked("m.case_id", "u.email")} ORDER BY u.email`,
    [caseId, roles],
  );
