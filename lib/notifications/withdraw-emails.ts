import { toSkipColumns } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";
import type { SkipReason } from "@/lib/rules/notifications/choose-recipients";
import { ALERT_COLUMNS, type AlertRow, JOINED_ALERTS, toEmailCause } from "./email-cause";
import type { EmailCause } from "./find-people";

type Withdrawal = {
  caseId: string;
  /** In lower case. */
  address: string;
  reason: SkipReason;
  /** An email that was sent and did not arrive, so that it notified no one either; null if there is none. */
  bouncedId?: string | null;
};

/**
 * Gives up the pending emails of a case to an address, and returns the alerts that they were about, so that others can be notified. An
 * address that its reader has not refused still gets what a person asks for: invitations and requests to confirm.
 */
export async function withdrawEmails(
  sql: Sql,
  { caseId, address, reason, bouncedId = null }: Withdrawal,
  now: Date,
): Promise<EmailCause[]> {
  const { skipReason, mark } = toSkipColumns(reason);
  // An email in a batch may have been sent already: only the batch's own key can find out.
  const rows = await sql<AlertRow>(
    `WITH withdrawn AS (
       UPDATE emails SET sent_at = NULL, gave_up_at = $3, skip_reason = $4::skip_reason, mark = $5::email_mark, facts = NULL
       WHERE id IN (
         SELECT id FROM emails WHERE case_id = $1 AND lower(address) = $2 AND (id = $6 OR (
           sent_at IS NULL AND gave_up_at IS NULL AND batch_id IS NULL
           AND ($5::email_mark IS NULL OR kind NOT IN ('invitation', 'address_confirmation'))))
         ORDER BY id FOR UPDATE)
       RETURNING id, alert_id),
     in_summaries AS (
       UPDATE emails SET sent_at = NULL, gave_up_at = $3, skip_reason = $4::skip_reason, mark = $5::email_mark
       WHERE summary_id IN (SELECT id FROM withdrawn) RETURNING alert_id)
     SELECT ${ALERT_COLUMNS} FROM (TABLE in_summaries UNION SELECT alert_id FROM withdrawn) AS w
     ${JOINED_ALERTS}`,
    [caseId, address, now, skipReason, mark, bouncedId],
  );
  return rows.map(toEmailCause);
}
