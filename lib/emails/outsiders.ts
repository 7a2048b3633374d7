import { pool, transaction } from "@/lib/platform/db";
import { findOrRegister } from "./recipients/register";

type CaseEmail = { id: string; caseId: string | null; address: string };

/**
 * The recipient's id for each email of a case to an address that belongs to none of its members, by the email's id. Their
 * readers cannot sign in to change anything, so their emails contain a link.
 */
export async function findOutsiders(emails: CaseEmail[]): Promise<Map<string, string>> {
  const ofCases = emails.flatMap(({ id, caseId, address }) =>
    caseId === null ? [] : { id, caseId, address: address.toLowerCase() },
  );
  if (ofCases.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string }>(
    `SELECT n.id FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n(id, case_id, address)
     WHERE NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
                       WHERE m.case_id = n.case_id AND u.email = n.address)`,
    [ofCases.map(({ id }) => id), ofCases.map(({ caseId }) => caseId), ofCases.map(({ address }) => address)],
  );
  const outsideIds = new Set(rows.map(({ id }) => id));
  const outside = ofCases.filter(({ id }) => outsideIds.has(id));
  if (outside.length === 0) return new Map();
  const recipients = await transaction((sql) => findOrRegister(sql, outside));
  return new Map(
    outside.flatMap(({ id, caseId, address }) => {
      const recipient = recipients.find((one) => one.caseId === caseId && one.address === address);
      return recipient ? [[id, recipient.id]] : [];
    }),
  );
}
