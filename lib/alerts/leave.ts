import { recordChoice, UNKNOWN_LINK } from "@/lib/cases/recipient-choices";
import { recipientIdIn } from "@/lib/emails/recipient-link";
import { publishChange } from "@/lib/live/publish";
import { NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { ALERT_COLUMNS, type AlertRow, causeOf, JOINED_ALERTS } from "./email-cause";
import { type EmailCause, emailRecipients } from "./email-recipients";

type LeavingRecipient = { caseId: string; address: string };

/**
 * Stops all e-mails of a case to the address that this link was sent to, including those that are not sent yet. If an alert
 * then has no recipient left, it goes to those who stand in. Does nothing on repetition. Refuses a link that we did not make.
 */
export async function leave(token: string, now: Date): Promise<void> {
  const id = recipientIdIn(token);
  if (id === null) throw new Refusal("resource_invalid", UNKNOWN_LINK);
  const { caseId, newRows } = await transaction(async (sql) => {
    const [leaving] = await sql<LeavingRecipient>(
      `UPDATE recipients SET left_at = $2 WHERE id = $1 AND left_at IS NULL RETURNING case_id AS "caseId", address`,
      [id, now],
    );
    if (!leaving) return { caseId: null, newRows: NO_NEW_ROWS };
    await recordChoice(sql, leaving, "recipient.left");
    const emails = await emailRecipients(sql, await withdrawEmails(sql, leaving, now));
    return { caseId: leaving.caseId, newRows: { emails, deliveries: [] } };
  });
  if (caseId === null) return;
  wakeWorkersLater(newRows);
  publishChange([caseId]);
}

/** Gives up the pending e-mails to an address, and returns the alerts that they were about. */
async function withdrawEmails(
  sql: Sql,
  { caseId, address }: LeavingRecipient,
  now: Date,
): Promise<EmailCause[]> {
  // An e-mail in a batch may have been sent already: only the batch's own key can find out.
  const rows = await sql<AlertRow>(
    `WITH withdrawn AS (
       UPDATE emails SET gave_up_at = $3, skip_reason = 'left', facts = NULL WHERE id IN (
         SELECT id FROM emails WHERE case_id = $1 AND lower(address) = $2 AND sent_at IS NULL AND gave_up_at IS NULL
           AND batch_id IS NULL ORDER BY id FOR UPDATE)
       RETURNING id, alert_id),
     in_summaries AS (
       UPDATE emails SET sent_at = NULL, gave_up_at = $3, skip_reason = 'left'
       WHERE summary_id IN (SELECT id FROM withdrawn) RETURNING alert_id)
     SELECT ${ALERT_COLUMNS} FROM (TABLE in_summaries UNION SELECT alert_id FROM withdrawn) AS w
     ${JOINED_ALERTS}`,
    [caseId, address, now],
  );
  return rows.map(causeOf);
}
