import type { TransactionalFacts, TransactionalKind } from "@/lib/mail/templates/transactional-facts";
import { wakeTimersIfSoon } from "@/lib/outbox/wake-timers";
import type { NewRows } from "@/lib/outbox/wake-workers";
import { type Column, insertMany } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import type { SkipReason } from "@/lib/rules/notifications/choose-recipients";

/** Whom an email goes to, or why it does not. */
type To = { id?: never; address: string; skipReason?: SkipReason | null; isFallback?: boolean };

/** Until when an email waits. `heldFor`: why it then goes out in one with others; null if it goes out on its own. */
export type EmailDelay = { heldFor: "quiet_hours" | "storm" | null; until: Date };

/** An email about an alert or a reminder about a snitch. */
export type SnitchEmail = To & {
  snitch: { id: string; caseId: string };
  isEscalation?: boolean;
  delay?: EmailDelay | null;
  /** The email about its machine that it is a part of. */
  machine?: { summaryId: string; machineIncidentId: string } | null;
} & ({ kind: "alert"; alertId: string } | { kind: "pending_reminder" | "paused_reminder"; alertId?: never });

/** An email that is not about a snitch. If it belongs to a case, it is deleted with the case; if to a fire drill, with that. */
export type TransactionalEmail = {
  [Kind in TransactionalKind]: {
    /** Given if its own link contains it. */
    id?: string;
    kind: Kind;
    address: string;
    isFallback?: boolean;
    facts: TransactionalFacts<Kind>;
    caseId?: string;
    drillId?: string;
    machineIncidentId?: string;
  };
}[TransactionalKind];

/** How the reason to skip an email is stored: a refusal and a mark have a column each. */
export const toSkipColumns = (reason: SkipReason | null | undefined) =>
  reason === "bounced" || reason === "complained"
    ? { skipReason: null, mark: reason }
    : { skipReason: reason ?? null, mark: null };

type NewEmail<Email> = { id: string; email: Email };

const SNITCH_EMAIL: Column<NewEmail<SnitchEmail>>[] = [
  ["id", "uuid", ({ id }) => id],
  ["kind", "enum email_kind", ({ email }) => email.kind],
  ["address", "text", ({ email }) => email.address],
  ["alert_id", "uuid", ({ email }) => email.alertId],
  ["case_id", "uuid", ({ email }) => email.snitch.caseId],
  ["snitch_id", "uuid", ({ email }) => email.snitch.id],
  ["skip_reason", "enum skip_reason", ({ email }) => toSkipColumns(email.skipReason).skipReason],
  ["mark", "enum email_mark", ({ email }) => toSkipColumns(email.skipReason).mark],
  ["gave_up_at", "time", ({ email }) => (email.skipReason ? new Date() : null)],
  ["is_fallback", "bool", ({ email }) => email.isFallback ?? false],
  ["is_escalation", "bool", ({ email }) => email.isEscalation ?? false],
  ["summary_id", "uuid", ({ email }) => email.machine?.summaryId],
  ["sent_at", "time", ({ email }) => (email.machine ? new Date() : null)],
  ["machine_incident_id", "uuid", ({ email }) => email.machine?.machineIncidentId],
  ["held_for", "enum email_hold", ({ email }) => email.delay?.heldFor],
  // Those that do not wait are due by the clock that all workers share.
  ["due_at", "time or now", ({ email }) => email.delay?.until ?? null],
];

const TRANSACTIONAL_EMAIL: Column<NewEmail<TransactionalEmail>>[] = [
  ["id", "uuid", ({ id }) => id],
  ["kind", "enum email_kind", ({ email }) => email.kind],
  ["address", "text", ({ email }) => email.address],
  ["case_id", "uuid", ({ email }) => email.caseId],
  ["drill_id", "uuid", ({ email }) => email.drillId],
  ["machine_incident_id", "uuid", ({ email }) => email.machineIncidentId],
  ["is_fallback", "bool", ({ email }) => email.isFallback ?? false],
  ["facts", "json", ({ email }) => email.facts],
];

const withIds = <Email extends { id?: string }>(emails: Email[]) =>
  emails.map((email): NewEmail<Email> => ({ id: email.id ?? newId(), email }));

/**
 * Enqueues emails in the transaction of the change that caused them. One with a reason to skip it is only recorded. Returns the
 * ids of the others, as far as they do not wait.
 */
export async function enqueueSnitchEmails(sql: Sql, emails: SnitchEmail[]): Promise<string[]> {
  const rows = withIds(emails);
  await insertMany(sql, "emails", SNITCH_EMAIL, rows, "ON CONFLICT (alert_id, address) DO NOTHING");
  const ends = emails.flatMap(({ delay }) => (delay?.heldFor ? delay.until : []));
  await wakeTimersIfSoon(sql, "summaries", ends, new Date());
  return rows.flatMap(({ id, email }) => (email.skipReason || email.delay || email.machine ? [] : id));
}

/** Enqueues transactional emails in the transaction of the change that caused them. */
export async function enqueueEmails(sql: Sql, emails: TransactionalEmail[]): Promise<NewRows> {
  const rows = withIds(emails);
  await insertMany(sql, "emails", TRANSACTIONAL_EMAIL, rows);
  return { emails: rows.map(({ id }) => id), deliveries: [] };
}
