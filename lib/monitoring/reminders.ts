import { emailRecipients } from "@/lib/notifications/email-recipients";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";

/** How long a snitch may be pending or paused before its recipients are reminded. */
const REMINDER_AFTER_MS = 3 * DAY_MS;

/** Batch size: snitches in one transaction. */
const BATCH_SIZE = 1_000;

type WaitingSnitch = { id: string; caseId: string; alertEmail: string[]; status: "pending" | "paused" };

/**
 * Sends one reminder to the recipients of every snitch that has been pending or paused for three days. A later pause gets
 * its own reminder. Safe to run late, twice, or in several workers at once.
 */
export async function sendReminders(now: Date): Promise<void> {
  while ((await sendBatch(now)) === BATCH_SIZE);
}

async function sendBatch(now: Date): Promise<number> {
  const { count, emails } = await transaction(async (sql) => {
    // A reminder from before the current pause was about an earlier pause.
    const waiting = await sql<WaitingSnitch>(
      `UPDATE snitches SET reminded_at = $1 WHERE id IN (
         SELECT id FROM snitches
         WHERE status IN ('pending', 'paused') AND COALESCE(paused_at, created_at) <= $2
           AND (reminded_at IS NULL OR reminded_at < COALESCE(paused_at, created_at))
         ORDER BY COALESCE(paused_at, created_at) LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED)
       RETURNING id, case_id AS "caseId", alert_email AS "alertEmail", status::text AS status`,
      [now, new Date(now.getTime() - REMINDER_AFTER_MS)],
    );
    const reminders = waiting.map((snitch) => ({ kind: `${snitch.status}_reminder` as const, snitch }));
    return { count: waiting.length, emails: await emailRecipients(sql, reminders) };
  });
  wakeWorkersLater({ emails, deliveries: [] });
  return count;
}
