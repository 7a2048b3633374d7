import { findRecipients, recipientsOf } from "@/lib/cases/recipients";
import { enqueueSnitchEmails } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";

export type SnitchWithRecipients = { id: string; caseId: string; alertEmail: string[] };

/** What the recipients of a snitch are informed of. */
type EmailCause = { snitch: SnitchWithRecipients } & (
  | { kind: "alert"; alertId: string }
  | { kind: "pending_reminder" | "paused_reminder" }
);

/** Enqueues an e-mail to each recipient of each snitch, in the transaction of the change that caused it. Returns their ids. */
export async function emailRecipients(sql: Sql, causes: EmailCause[]): Promise<string[]> {
  if (causes.length === 0) return [];
  const caseIds = causes.map(({ snitch }) => snitch.caseId);
  const recipients = await findRecipients(sql, caseIds);
  const emails = causes.flatMap((cause) =>
    recipientsOf(cause.snitch, recipients.get(cause.snitch.caseId)).map((address) => ({ ...cause, address })),
  );
  return enqueueSnitchEmails(sql, emails);
}
