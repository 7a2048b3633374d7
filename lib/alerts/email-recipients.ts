import { findRecipients } from "@/lib/cases/recipients";
import { enqueueSnitchEmails, type SnitchEmail } from "@/lib/emails/enqueue";
import type { Sql } from "@/lib/platform/db";
import type { RepeatableAlert } from "@/lib/rules/email-frequency";
import type { Severity } from "@/lib/rules/incidents/incident";
import { delayEmails } from "./delay-emails";
import { findEscalated } from "./find-escalated";
import { withoutRepeats } from "./without-repeats";

export type AlertedSnitch = { id: string; caseId: string; alertEmail: string[] };

/** An alert as far as it decides who is e-mailed about it, and when. */
export type EmailedAlert = RepeatableAlert & { severity: Severity };

/** Why the recipients of a snitch get an e-mail. */
export type EmailCause = { snitch: AlertedSnitch } & (
  | { kind: "alert"; alertId: string; alert: EmailedAlert }
  | { kind: "pending_reminder" | "paused_reminder" }
);

/**
 * Enqueues the e-mails to the recipients of each snitch, in the transaction of the change. Addresses that may not be e-mailed
 * get a row that says why. Who was told of an incident by its escalation is told of its end. Returns the ids of the e-mails to
 * send now.
 */
export async function emailRecipients(sql: Sql, causes: EmailCause[]): Promise<string[]> {
  if (causes.length === 0) return [];
  const recipients = await findRecipients(
    sql,
    causes.map(({ snitch }) => snitch),
  );
  const escalated = await findEscalated(sql, causes.flatMap(endedBy));
  const drafts = causes.flatMap((cause, i) => {
    const chosen = recipients[i] ?? [];
    const known = new Set(chosen.map(({ address }) => address.toLowerCase()));
    const further = (cause.kind === "alert" ? escalated.get(cause.alertId) : undefined) ?? [];
    return [
      ...chosen.map((recipient) => ({ ...cause, ...recipient })),
      ...further
        .filter((address) => !known.has(address.toLowerCase()))
        .map((address) => ({
          ...cause,
          address,
          frequency: "every" as const,
          skipReason: null,
          isFallback: false,
        })),
    ];
  });
  return enqueueDelayed(sql, await withoutRepeats(sql, drafts));
}

const endedBy = (cause: EmailCause) =>
  cause.kind === "alert" && cause.alert.kind === "reporting" ? cause.alertId : [];

type DelayedDraft = SnitchEmail & { alert?: EmailedAlert };

/** Enqueues e-mails about snitches, some of which wait. Returns the ids of the others. */
export async function enqueueDelayed(sql: Sql, drafts: DelayedDraft[]): Promise<string[]> {
  const delays = await delayEmails(
    sql,
    drafts.map(({ address, snitch, alert, skipReason = null }) => ({
      address,
      snitch,
      skipReason,
      severity: alert?.severity ?? null,
    })),
  );
  return enqueueSnitchEmails(
    sql,
    drafts.map((draft, i) => ({ ...draft, delay: delays[i] ?? null })),
  );
}
