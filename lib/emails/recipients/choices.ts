import type { Action } from "@/lib/audit/actions";
import { type Actor, type Fact, recordEvents } from "@/lib/audit/record";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { Refusal } from "@/lib/platform/refusal";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { recipientIdIn } from "./link";
import { mustConfirm } from "./register";

// What the reader of an address decides by the link in an email, without an account.

export const UNKNOWN_LINK =
  "This link does not work. Use the one in a newer email, and check that it is complete.";

export type RecipientPage = {
  address: string;
  caseId: string;
  caseName: string;
  caseFrequency: EmailFrequency;
  frequency: EmailFrequency | null;
  leftAt: Date | null;
  /** Whether emails wait for the address to be confirmed. */
  isUnconfirmed: boolean;
  /** Whether the address belongs to a member by now. Members choose on the case's settings page. */
  isMember: boolean;
};

/** What the page behind a link shows. Null if we did not make the link, or if the case was deleted. */
export async function findRecipientPage(token: string): Promise<RecipientPage | null> {
  const id = recipientIdIn(token);
  if (id === null) return null;
  const { rows } = await pool.query<RecipientPage>(
    `SELECT r.address, c.id AS "caseId", c.name AS "caseName", c.email_frequency::text AS "caseFrequency",
       r.frequency::text AS frequency, r.left_at AS "leftAt", r.confirmed_at IS NULL AND $2 AS "isUnconfirmed",
       EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
               WHERE m.case_id = c.id AND u.email = r.address) AS "isMember"
     FROM recipients r JOIN cases c ON c.id = r.case_id WHERE r.id = $1`,
    [id, mustConfirm()],
  );
  return rows[0] ?? null;
}

/** Confirms that the reader of the address wants the case's emails. */
export const confirmRecipient = (token: string, now: Date) =>
  changeRecipient(
    token,
    "recipient.confirmed",
    "SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL AND left_at IS NULL",
    [now],
  );

/** Lets the case email an address again whose reader had refused. Only the reader can do that. */
export const returnRecipient = (token: string, now: Date) =>
  changeRecipient(
    token,
    "recipient.returned",
    "SET left_at = NULL, confirmed_at = coalesce(confirmed_at, $2) WHERE id = $1 AND left_at IS NOT NULL",
    [now],
  );

/** Sets how many alerts of a missing snitch the address is emailed about. Null means the case's setting. */
export const changeRecipientFrequency = (token: string, frequency: EmailFrequency | null) =>
  changeRecipient(
    token,
    "recipient.changed",
    "SET frequency = $2::email_frequency WHERE id = $1 AND frequency IS DISTINCT FROM $2::email_frequency",
    [frequency],
    { frequency },
  );

/** Runs one update and records it, unless it changes nothing. Refuses a link that we did not make. */
async function changeRecipient(
  token: string,
  action: Action,
  update: string,
  values: unknown[],
  facts?: Record<string, Fact>,
): Promise<void> {
  const id = recipientIdIn(token);
  if (id === null) throw new Refusal("resource_invalid", UNKNOWN_LINK);
  const recipient = await transaction(async (sql) => {
    const [row] = await sql<ChangedRecipient>(
      `UPDATE recipients ${update} RETURNING case_id AS "caseId", address`,
      [id, ...values],
    );
    if (row) await recordChoice(sql, row, action, facts);
    return row;
  });
  if (recipient) publishChange([recipient.caseId]);
}

type ChangedRecipient = { caseId: string; address: string };

/** Records a choice of the reader of an address, who need not have an account. */
export async function recordChoice(
  sql: Sql,
  { caseId, address }: ChangedRecipient,
  action: Action,
  facts?: Record<string, Fact>,
): Promise<void> {
  // Without the IP address: the case must not learn it from a stranger who refuses its emails.
  const reader: Actor = { kind: "user", id: null, name: address, address: "" };
  await recordEvents(sql, caseId, reader, [{ action, resource: { id: address, name: address }, facts }]);
}
