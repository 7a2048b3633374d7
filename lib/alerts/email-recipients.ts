import { findRecipients } from "@/lib/cases/recipients";
import { enqueueSnitchEmails } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";
import type { RepeatableAlert } from "@/lib/rules/email-frequency";
import { withoutRepeats } from "./without-repeats";

export type AlertedSnitch = { id: string; caseId: string; alertEmail: string[] };

/** Why the recipients of a snitch get an e-mail. */
export type EmailCause = { snitch: AlertedSnitch } & (
  | { kind: "alert"; alertId: string; alert: RepeatableAlert }
  | { kind: "pending_reminder" | "paused_reminder" }
);

/**
 * Enqueues the e-mails to the recipients of each snitch, in the transaction of the change. Addresses that may not be e-mailed
 * get a row that says why. Returns the ids of the e-mails to send.
 */
export async function emailRecipients(sql: Sql, causes: EmailCause[]): Promise<string[]> {
  if (causes.length === 0) return [];
  const recipients = await findRecipients(
    sql,
    causes.map(({ snitch }) => snitch),
  );
  const drafts = causes.flatMap((cause, i) =>
    (recipients[i] ?? []).map((recipient) => ({ ...cause, ...recipient })),
  );
  return enqueueSnitchEmails(sql, await withoutRepeats(sql, drafts));
}
