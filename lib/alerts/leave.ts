import { recordChoice, UNKNOWN_LINK } from "@/lib/cases/recipient-choices";
import { recipientIdIn } from "@/lib/emails/recipient-link";
import { publishChange } from "@/lib/live/publish";
import { NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
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

type WithdrawnRow = {
  snitchId: string;
  caseId: string;
  alertEmail: string[];
  alertId: string;
  alertKind: string;
  at: Date;
  silentSince: Date | null;
};

/** Gives up the pending e-mails to an address, and returns the alerts that they were about. */
async function withdrawEmails(
  sql: Sql,
  { caseId, address }: LeavingRecipient,
  now: Date,
): Promise<EmailCause[]> {
  // An e-mail in a batch may have been sent already: only the batch's own key can find out.
  const rows = await sql<WithdrawnRow>(
    `WITH withdrawn AS (
       UPDATE emails SET gave_up_at = $3, skip_reason = 'left', facts = NULL WHERE id IN (
         SELECT id FROM emails WHERE case_id = $1 AND lower(address) = $2 AND sent_at IS NULL AND gave_up_at IS NULL
           AND batch_id IS NULL ORDER BY id FOR UPDATE)
       RETURNING alert_id, snitch_id)
     SELECT s.id AS "snitchId", s.case_id AS "caseId", s.alert_email AS "alertEmail", a.id AS "alertId",
       a.kind::text AS "alertKind", a.at, a.silent_since AS "silentSince"
     FROM withdrawn w JOIN alerts a ON a.id = w.alert_id JOIN snitches s ON s.id = w.snitch_id ORDER BY a.id`,
    [caseId, address, now],
  );
  return rows.map(({ snitchId, caseId, alertEmail, alertId, alertKind, at, silentSince }) => ({
    kind: "alert",
    alertId,
    alert: { kind: alertKind, at, silentSince },
    snitch: { id: snitchId, caseId, alertEmail },
  }));
}
