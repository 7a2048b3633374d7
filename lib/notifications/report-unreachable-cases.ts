import { listReachable } from "@/lib/emails/address-marks";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { sendsRealEmail } from "@/lib/mail/provider";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { describePath } from "@/lib/rules/notifications/describe-path";
import type { NotificationPath } from "@/lib/rules/notifications/unreachable-case";
import { FAILING_TIME, findUnreachableCases, MIN_FAILURES } from "./find-unreachable-case";

/** Batch size: cases evaluated at once. */
const BATCH_SIZE = 500;

/** An email names up to this number of notification paths that do not work. */
const MAX_LISTED = 20;

/**
 * Emails the owners of each unreachable case, once each time that this begins. Safe to run late, twice,
 * or in several workers at once.
 */
export async function reportUnreachableCases(now: Date): Promise<void> {
  const caseIdsToCheck = await listMaybeUnreachable();
  for (let i = 0; i < caseIdsToCheck.length; i += BATCH_SIZE) {
    const caseIds = caseIdsToCheck.slice(i, i + BATCH_SIZE);
    const unreachable = await findUnreachableCases(query, caseIds);
    await query(
      "UPDATE cases SET dead_end_since = NULL WHERE id = ANY($1::uuid[]) AND dead_end_since IS NOT NULL",
      [caseIds.filter((caseId) => !unreachable.has(caseId))],
    );
    for (const [caseId, paths] of unreachable)
      wakeWorkersLater(await transaction((sql) => reportUnreachableCase(sql, caseId, paths, now)));
  }
}

/** How many cases are known to be unreachable. */
export async function countUnreachableCases(): Promise<number> {
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM cases WHERE dead_end_since IS NOT NULL",
  );
  return row?.count ?? 0;
}

/** The cases that may be unreachable: those that were, and those without a webhook that works and with any trouble. */
async function listMaybeUnreachable(): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT c.id FROM cases c WHERE c.dead_end_since IS NOT NULL OR (
       NOT EXISTS (SELECT FROM channels w WHERE w.case_id = c.id AND w.disabled_at IS NULL AND (
         w.failing_since IS NULL OR w.failing_since >= now() - ${FAILING_TIME} OR w.failures < ${MIN_FAILURES}))
       AND (EXISTS (SELECT FROM emails e WHERE e.case_id = c.id AND e.gave_up_at IS NOT NULL AND e.skip_reason IS NULL)
         OR EXISTS (SELECT FROM email_marks k WHERE k.case_id = c.id AND k.mark IS NOT NULL)
         OR EXISTS (SELECT FROM members m WHERE m.case_id = c.id AND m.quiet_from IS NOT NULL)
         OR (NOT $1 AND EXISTS (SELECT FROM channels w WHERE w.case_id = c.id))))`,
    [sendsRealEmail()],
  );
  return rows.map(({ id }) => id);
}

async function reportUnreachableCase(
  sql: Sql,
  caseId: string,
  paths: NotificationPath[],
  now: Date,
): Promise<NewRows> {
  const [begun] = await sql<{ caseName: string }>(
    `UPDATE cases SET dead_end_since = $2 WHERE id = $1 AND dead_end_since IS NULL RETURNING name AS "caseName"`,
    [caseId, now],
  );
  // Its owners were emailed already.
  if (!begun) return NO_NEW_ROWS;
  const owners = await listReachable(sql, caseId, ["owner"]);
  const facts = {
    ...begun,
    sentences: paths.slice(0, MAX_LISTED).map(describePath),
    url: `${env.APP_URL}/${caseId}`,
  };
  return enqueueEmails(
    sql,
    owners.map(({ email }) => ({ kind: "dead_end", address: email, caseId, facts })),
  );
}
