import { findRecipients, recipientsOf } from "@/lib/cases/recipients";
import { enqueueSnitchEmails } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";

export type AlertedSnitch = { id: string; caseId: string; alertEmail: string[] };

/** Why the recipients of a snitch get an e-mail. */
type EmailCause = { snitch: AlertedSnitch } & (
  | { kind: "alert"; alertId: string }
  | { kind: "pending_reminder" | "paused_reminder" }
);

/** Enqueues the e-mails to the recipients of each snitch, in the transaction of the change. Returns the e-mails' ids. */
export async function emailRecipients(sql: Sql, causes: EmailCause[]): Promise<string[]> {
  if (causes.length === 0) return [];
  const caseIds = causes.map(({ snitch }) => snitch.caseId);
  const recipients = await findRecipients(sql, caseIds);
  const emails = causes.flatMap((cause) =>
    recipientsOf(cause.snitch, recipients.get(cause.snitch.caseId)).map((address) => ({ ...cause, address })),
  );
  return enqueueSnitchEmails(sql, emails);
}
