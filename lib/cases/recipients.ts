import type { Sql } from "@/lib/platform/db";

/** The addresses that a case's alerts can go to. */
export type CaseRecipients = { id: string; alertEmail: string | null; members: string[] };

/** The recipients of these cases, by case id. */
export async function findRecipients(sql: Sql, caseIds: string[]): Promise<Map<string, CaseRecipients>> {
  const rows = await sql<CaseRecipients>(
    `SELECT c.id, c.alert_email AS "alertEmail",
       ARRAY(SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.case_id = c.id ORDER BY u.email)
         AS members
     FROM cases c WHERE c.id = ANY($1::uuid[])`,
    [[...new Set(caseIds)]],
  );
  return new Map(rows.map((recipients) => [recipients.id, recipients]));
}

/** Who receives a snitch's alerts: its own list, else the case's alert address, else every member of the case. */
export function recipientsOf(
  snitch: { alertEmail: string[] },
  theCase: Pick<CaseRecipients, "alertEmail" | "members"> | undefined,
): string[] {
  if (snitch.alertEmail.length > 0) return snitch.alertEmail;
  if (theCase?.alertEmail) return [theCase.alertEmail];
  return theCase?.members ?? [];
}
