import { enqueueEmails } from "@/lib/emails/enqueue";
import { isMarked } from "@/lib/emails/marks";
import { sendsRealEmail } from "@/lib/mail/provider";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Way } from "@/lib/rules/dead-end";
import { wayInWords } from "@/lib/rules/dead-end-words";
import { FAILING_TIME, findDeadEnds, MIN_FAILURES } from "./dead-end";

/** How many cases are judged at once. */
const BATCH_SIZE = 500;

/** An e-mail names so many ways that do not work. */
const MAX_LISTED = 20;

/**
 * E-mails the owners of each case by which nobody is told any more, once each time that this begins. Safe to run late, twice,
 * or in several workers at once.
 */
export async function reportDeadEnds(now: Date): Promise<void> {
  const suspected = await listSuspected();
  for (let i = 0; i < suspected.length; i += BATCH_SIZE) {
    const caseIds = suspected.slice(i, i + BATCH_SIZE);
    const deadEnds = await findDeadEnds(query, caseIds);
    await query(
      "UPDATE cases SET dead_end_since = NULL WHERE id = ANY($1::uuid[]) AND dead_end_since IS NOT NULL",
      [caseIds.filter((caseId) => !deadEnds.has(caseId))],
    );
    for (const [caseId, ways] of deadEnds)
      wakeWorkersLater(await transaction((sql) => reportDeadEnd(sql, caseId, ways, now)));
  }
}

/** How many cases are known to be in a dead end. */
export async function countDeadEnds(): Promise<number> {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM cases WHERE dead_end_since IS NOT NULL",
  );
  return row?.count ?? 0;
}

/** The cases that may be in a dead end: those that were, and those without a webhook that works and with any trouble. */
async function listSuspected(): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT c.id FROM cases c WHERE c.dead_end_since IS NOT NULL OR (
       NOT EXISTS (SELECT FROM webhooks w WHERE w.case_id = c.id AND w.disabled_at IS NULL AND (
         w.failing_since IS NULL OR w.failing_since >= now() - ${FAILING_TIME} OR w.failures < ${MIN_FAILURES}))
       AND (EXISTS (SELECT FROM emails e WHERE e.case_id = c.id AND e.gave_up_at IS NOT NULL AND e.skip_reason IS NULL)
         OR EXISTS (SELECT FROM email_marks k WHERE k.case_id = c.id AND k.mark IS NOT NULL)
         OR EXISTS (SELECT FROM members m WHERE m.case_id = c.id AND m.quiet_from IS NOT NULL)
         OR (NOT $1 AND EXISTS (SELECT FROM webhooks w WHERE w.case_id = c.id))))`,
    [sendsRealEmail()],
  );
  return rows.map(({ id }) => id);
}

async function reportDeadEnd(sql: Sql, caseId: string, ways: Way[], now: Date): Promise<NewRows> {
  const [begun] = await sql<{ caseName: string }>(
    `UPDATE cases SET dead_end_since = $2 WHERE id = $1 AND dead_end_since IS NULL RETURNING name AS "caseName"`,
    [caseId, now],
  );
  // Its owners were told already.
  if (!begun) return NO_NEW_ROWS;
  const owners = await sql<{ address: string }>(
    `SELECT u.email AS address FROM members m JOIN users u ON u.id = m.user_id
     WHERE m.case_id = $1 AND m.role = 'owner' AND NOT ${isMarked("m.case_id", "u.email")} ORDER BY u.email`,
    [caseId],
  );
  const facts = {
    ...begun,
    sentences: ways.slice(0, MAX_LISTED).map(wayInWords),
    url: `${env.APP_URL}/${caseId}`,
  };
  return enqueueEmails(
    sql,
    owners.map(({ address }) => ({ kind: "dead_end", address, caseId, facts })),
  );
}
