import { v7 as newId } from "uuid";
import { ownersOf } from "@/lib/cases/owners";
import { recipientsOf } from "@/lib/cases/recipients";
import { ringLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";

/** How long a snitch may be pending or paused before its people are reminded, in milliseconds. */
export const REMINDED_AFTER_MS = 3 * 24 * 3_600_000;

const BATCH = 1_000;

type Waiting = { id: string; caseId: string; alertEmail: string[]; status: "pending" | "paused" };

/**
 * Reminds the people of every snitch that has been pending or paused for three days by now: once for each such
 * stretch. May run late, twice, or in several workers at once.
 */
export async function remindOfWaiting(now: Date): Promise<void> {
  while ((await remindBatch(now)) === BATCH);
}

async function remindBatch(now: Date): Promise<number> {
  const { count, notices } = await transaction(async (sql) => {
    // A reminder belongs to this stretch when it is younger than the stretch's beginning.
    const waiting = await sql<Waiting>(
      `UPDATE snitches SET reminded_at = $1 WHERE id IN (
         SELECT id FROM snitches
         WHERE status IN ('pending', 'paused') AND COALESCE(paused_at, created_at) <= $2
           AND (reminded_at IS NULL OR reminded_at < COALESCE(paused_at, created_at))
         ORDER BY COALESCE(paused_at, created_at) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id, case_id AS "caseId", alert_email AS "alertEmail", status::text AS status`,
      [now, new Date(now.getTime() - REMINDED_AFTER_MS)],
    );
    return { count: waiting.length, notices: await insertReminders(sql, waiting) };
  });
  ringLater({ notices, deliveries: [] });
  return count;
}

async function insertReminders(sql: Sql, waiting: Waiting[]): Promise<string[]> {
  if (waiting.length === 0) return [];
  const owners = await ownersOf(
    sql,
    waiting.map(({ caseId }) => caseId),
  );
  const notices = waiting.flatMap((snitch) => {
    const owner = owners.get(snitch.caseId);
    return owner ? recipientsOf(snitch, owner).map((address) => ({ id: newId(), snitch, address })) : [];
  });
  await sql(
    `INSERT INTO notices (id, kind, case_id, snitch_id, address)
     SELECT id, kind::notice_kind, case_id, snitch_id, address
     FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[]) AS n(id, kind, case_id, snitch_id, address)`,
    [
      notices.map(({ id }) => id),
      notices.map(({ snitch }) => `${snitch.status}_reminder`),
      notices.map(({ snitch }) => snitch.caseId),
      notices.map(({ snitch }) => snitch.id),
      notices.map(({ address }) => address),
    ],
  );
  return notices.map(({ id }) => id);
}
