import { recordChoice, UNKNOWN_LINK } from "@/lib/emails/recipients/choices";
import { recipientIdIn } from "@/lib/emails/recipients/link";
import { NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { Refusal } from "@/lib/platform/refusal";
import { emailRecipients } from "./email-recipients";
import { withdrawEmails } from "./withdraw-emails";

type LeavingRecipient = { caseId: string; address: string };

/**
 * Stops all emails of a case to the address that this link was sent to, including those that are not sent yet. If an alert
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
    const emails = await emailRecipients(sql, await withdrawEmails(sql, { ...leaving, reason: "left" }, now));
    return { caseId: leaving.caseId, newRows: { emails, deliveries: [] } };
  });
  if (caseId === null) return;
  wakeWorkersLater(newRows);
  publishChange([caseId]);
}
