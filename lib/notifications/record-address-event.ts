import { recordEvents, TATTLE } from "@/lib/audit/record";
import { isMarked } from "@/lib/emails/address-marks";
import { enqueueEmails } from "@/lib/emails/enqueue";
import type { ReportedEvent } from "@/lib/mail/mail";
import { mergeRows, type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { firstIdSince } from "@/lib/platform/first-id-since";
import { publishChange } from "@/lib/platform/publish-change";
import { DAY_MS } from "@/lib/rules/durations";
import { type AddressState, applyAddressEvent, type EmailMark } from "@/lib/rules/notifications/address-mark";
import { emailRecipients } from "./email-recipients";
import { withdrawEmails } from "./withdraw-emails";

/** An alert that bounces later than this is not sent to others: it is history by then. */
const MAX_BOUNCED_AGE_MS = DAY_MS;

/**
 * Records what became of an email, for every case that emails its address. An address that emails do not reach is marked: each
 * case is notified once, and its pending alerts and the one that bounced go to those who stand in. Does nothing for an address that no
 * case emails. Events may come late, twice and in any order.
 */
export async function recordAddressEvent(event: ReportedEvent, now: Date): Promise<void> {
  const results = await transaction(async (sql) => {
    const all: AppliedEvent[] = [];
    for (const row of await lockAddressMarks(sql, event.address))
      all.push(await applyToCase(sql, row, event, now));
    return all;
  });
  wakeWorkersLater(mergeRows(...results.map(({ newRows }) => newRows)));
  publishChange(results.flatMap(({ changedCaseId }) => changedCaseId ?? []));
}

type MarkRow = AddressState & {
  id: string;
  caseId: string;
  caseName: string;
  /** Whether the reader unsubscribed, so that no one expects emails there. */
  hasLeft: boolean;
};

type AppliedEvent = { changedCaseId: string | null; newRows: NewRows };

/** The state of the address in each case that emails it, locked in order. */
async function lockAddressMarks(sql: Sql, address: string): Promise<MarkRow[]> {
  // A person who leaves locks this row and then their emails. With the same order here, the two cannot deadlock.
  await sql("SELECT FROM recipients WHERE address = $1 ORDER BY id FOR SHARE", [address]);
  await sql(
    `INSERT INTO email_marks (case_id, address)
     SELECT m.case_id, u.email FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = $1
     UNION SELECT case_id, address FROM recipients WHERE address = $1 ORDER BY 1
     ON CONFLICT (case_id, address) DO NOTHING`,
    [address],
  );
  return sql<MarkRow>(
    `SELECT k.id, k.case_id AS "caseId", c.name AS "caseName", k.mark::text AS mark, k.marked_at AS "markedAt",
       k.delivered_at AS "deliveredAt", k.cleared_at AS "clearedAt",
       EXISTS (SELECT FROM recipients r WHERE r.case_id = k.case_id AND r.address = k.address AND r.left_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
                         WHERE m.case_id = k.case_id AND u.email = k.address)) AS "hasLeft"
     FROM email_marks k JOIN cases c ON c.id = k.case_id WHERE k.address = $1 ORDER BY k.case_id FOR UPDATE OF k`,
    [address],
  );
}

async function applyToCase(
  sql: Sql,
  before: MarkRow,
  event: ReportedEvent,
  now: Date,
): Promise<AppliedEvent> {
  const { id, caseId } = before;
  const { address, reason } = event;
  const { mark, markedAt, deliveredAt } = applyAddressEvent(before, event);
  await sql(
    `UPDATE email_marks SET mark = $2::email_mark, marked_at = $3, delivered_at = $4,
       reason = CASE WHEN $2 IS NULL THEN '' WHEN mark IS DISTINCT FROM $2::email_mark THEN $5 ELSE reason END
     WHERE id = $1`,
    [id, mark, markedAt, deliveredAt, reason],
  );
  const changedCaseId = mark === before.mark ? null : caseId;
  if (changedCaseId) await record(sql, caseId, address, mark, reason);
  if (mark === null) return { changedCaseId, newRows: NO_NEW_ROWS };
  const notified =
    before.mark === null && !before.hasLeft ? await notifyCase(sql, before, event, mark) : NO_NEW_ROWS;
  const bouncedId = event.kind === "bounced" ? await findSent(sql, caseId, event, now) : null;
  const withdrawn = await withdrawEmails(sql, { caseId, address, reason: mark, bouncedId }, now);
  const emails = await emailRecipients(sql, withdrawn);
  return { changedCaseId, newRows: mergeRows(notified, { emails, deliveries: [] }) };
}

const record = (sql: Sql, caseId: string, address: string, mark: EmailMark | null, reason: string) =>
  recordEvents(sql, caseId, TATTLE, [
    {
      action: mark === null ? "recipient.reached" : `recipient.${mark}`,
      resource: { id: address, name: address },
      facts: mark && reason ? { mail_server: reason } : {},
    },
  ]);

/** Emails those who may change it: owners and admins; if emails reach none of them, every other member. */
async function notifyCase(
  sql: Sql,
  { caseId, caseName }: MarkRow,
  { address, reason }: ReportedEvent,
  mark: EmailMark,
): Promise<NewRows> {
  const people = await sql<{ email: string; mayChange: boolean }>(
    `SELECT u.email, m.role IN ('owner', 'admin') AS "mayChange" FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.case_id = $1 AND u.email <> $2 AND NOT ${isMarked("m.case_id", "u.email")} ORDER BY u.email`,
    [caseId, address],
  );
  const managers = people.filter(({ mayChange }) => mayChange);
  const url = `${env.APP_URL}/${caseId}/settings/notifications`;
  return enqueueEmails(
    sql,
    (managers.length > 0 ? managers : people).map(({ email }) => ({
      kind: "address_marked",
      address: email,
      caseId,
      facts: { caseName, address, mark, reason, url },
    })),
  );
}

/** The email of the case that the provider means, if it was sent lately. */
async function findSent(
  sql: Sql,
  caseId: string,
  { address, providerId }: ReportedEvent,
  now: Date,
): Promise<string | null> {
  const [email] = await sql<{ id: string }>(
    `SELECT e.id FROM emails e WHERE e.case_id = $1 AND lower(e.address) = $2 AND e.id > $3 AND e.sent_at IS NOT NULL
       AND EXISTS (SELECT FROM attempts a WHERE a.email_id = e.id AND a.outcome = 'accepted' AND a.response = $4)`,
    [caseId, address, firstIdSince(now.getTime() - MAX_BOUNCED_AGE_MS), providerId],
  );
  return email?.id ?? null;
}
