import { listLiteral } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { OutsideAddress } from "@/lib/rules/notifications/choose-recipients";

/** An address that a case emails, in lower case. */
export type RecipientKey = { caseId: string; address: string };

export type Recipient = RecipientKey & OutsideAddress & { id: string };

/** Whether addresses outside a case must confirm. If people join by invitation only, the operator vouches for them. */
export const mustConfirm = () => env.SIGN_UP === "open";

const KEYS = "unnest($1::uuid[], $2::text[]) AS n(case_id, address)";

const buildKeyValues = (keys: RecipientKey[]) => [
  listLiteral(
    "uuid",
    keys.map(({ caseId }) => caseId),
  ),
  listLiteral(
    "text",
    keys.map(({ address }) => address),
  ),
];

/** The recipients with these addresses, however they are spelled. */
export const buildRecipientKeys = (caseId: string, addresses: string[]): RecipientKey[] =>
  addresses.map((address) => ({ caseId, address: address.toLowerCase() }));

/**
 * Registers addresses that a case wants to email, unless they belong to its members or are registered already. While
 * addresses need not confirm, the new ones count as confirmed.
 */
export async function registerRecipients(sql: Sql, keys: RecipientKey[]): Promise<void> {
  if (keys.length === 0) return;
  // In order, so that two transactions with the same addresses wait for each other and do not deadlock.
  await sql(
    `INSERT INTO recipients (id, case_id, address, confirmed_at)
     SELECT gen_random_uuid(), n.case_id, n.address, CASE WHEN NOT $3 THEN now() END
     FROM (SELECT DISTINCT * FROM ${KEYS}) AS n
     WHERE NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
                       WHERE m.case_id = n.case_id AND u.email = n.address)
     ORDER BY n.case_id, n.address
     ON CONFLICT (case_id, address) DO NOTHING`,
    [...buildKeyValues(keys), mustConfirm()],
  );
}

/** Finds these recipients, and registers those that are missing. */
export async function findOrRegister(sql: Sql, keys: RecipientKey[]): Promise<Recipient[]> {
  const rows = await lockRecipients(sql, keys);
  const existing = new Set(rows.map(buildKey));
  const missing = keys.filter((key) => !existing.has(buildKey(key)));
  if (missing.length === 0) return rows;
  await registerRecipients(sql, missing);
  return [...rows, ...(await lockRecipients(sql, missing))];
}

const buildKey = ({ caseId, address }: RecipientKey) => `${caseId} ${address}`;

/** A person who leaves waits for this transaction; then their emails that it enqueued are found and withdrawn. */
async function lockRecipients(sql: Sql, keys: RecipientKey[]): Promise<Recipient[]> {
  if (keys.length === 0) return [];
  return sql<Recipient>(
    `SELECT r.id, r.case_id AS "caseId", r.address, r.confirmed_at AS "confirmedAt", r.left_at AS "leftAt",
       r.frequency::text AS frequency
     FROM recipients r WHERE (r.case_id, r.address) IN (SELECT n.case_id, n.address FROM ${KEYS})
     ORDER BY r.id FOR SHARE OF r`,
    buildKeyValues(keys),
  );
}
