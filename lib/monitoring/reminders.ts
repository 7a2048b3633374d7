import { findRecipients, recipientsOf } from "@/lib/cases/recipients";
import { enqueueSnitchEmails } from "@/lib/emails/enqueue";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";

/** How long a snitch may be pending or paused before its recipients are reminded. */
export const REMINDER_AFTER_MS = 3 * 24 * 3_600_000;

const BATCH = 1_000;

type WaitingSnitch = { id: string; caseId: string; alertEmail: string[]; status: "pending" | "paused" };

/**
 * Reminds the recipients of every snitch that has been pending or paused for three days, once each time. Safe to run late,
 * twice, or in several workers at once.
 */
export async function sendReminders(now: Date): Promise<void> {
  while ((await sendBatch(now)) === BATCH);
}

async function sendBatch(now: Date): Promise<number> {
  const { count, emails } = await transaction(async (sql) => {
    // A reminder that is older than the current pause, or than the snitch, belongs to an earlier one.
    const waiting = await sql<WaitingSnitch>(
      `UPDATE snitches SET reminded_at = $1 WHERE id IN (
         SELECT id FROM snitches
         WHERE status IN ('pending', 'paused') AND COALESCE(paused_at, created_at) <= $2
           AND (reminded_at IS NULL OR reminded_at < COALESCE(paused_at, created_at))
         ORDER BY COALESCE(paused_at, created_at) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id, case_id AS "caseId", alert_email AS "alertEmail", status::text AS status`,
      [now, new Date(now.getTime() - REMINDER_AFTER_MS)],
    );
    return { count: waiting.length, emails: await enqueueReminders(sql, waiting) };
  });
  wakeWorkersLater({ emails, deliveries: [] });
  return count;
}

async function enqueueReminders(sql: Sql, waiting: WaitingSnitch[]): Promise<string[]> {
  if (waiting.length === 0) return [];
  const caseIds = waiting.map(({ caseId }) => caseId);
  const recipients = await findRecipients(sql, caseIds);
  const emails = waiting.flatMap((snitch) =>
    recipientsOf(snitch, recipients.get(snitch.caseId)).map(
      (address) => ({ kind: `${snitch.status}_reminder`, snitch, address }) as const,
    ),
  );
  return enqueueSnitchEmails(sql, emails);
}
