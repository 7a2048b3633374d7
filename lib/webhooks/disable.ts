import { type Actor, TATTLE } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { findRecipients, recipientsOf } from "@/lib/cases/recipients";
import { enqueueEmails } from "@/lib/emails/enqueue";
import type { AttemptResult } from "@/lib/outbox/attempt";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notFound } from "@/lib/platform/refusal";
import { outcomeText } from "./outcome-text";
import { hostOfTarget } from "./target";

/** A webhook is switched off when it has accepted nothing for so long, and not just because nobody tried. */
const FAILS_FOR = "interval '3 days'";
const MIN_FAILURES = 12;

/** What was given up when a webhook was switched off is sent after all when it is switched on within this time. */
const STILL_WANTED = "interval '1 day'";

/** Remembers whether a webhook works. One that has accepted nothing for three days is switched off, and its case told. */
export async function recordOutcome(
  webhook: { id: string; failures: number },
  tried: AttemptResult,
): Promise<void> {
  if (tried.accepted) {
    if (webhook.failures > 0) await forgiveFailures(webhook.id);
    return;
  }
  const { rows } = await pool.query<{ isHopeless: boolean }>(
    `UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()) WHERE id = $1
     RETURNING disabled_at IS NULL AND failures >= $2 AND failing_since <= now() - ${FAILS_FOR} AS "isHopeless"`,
    [webhook.id, MIN_FAILURES],
  );
  if (rows[0]?.isHopeless)
    wakeWorkersLater(await transaction((sql) => disableFailing(sql, webhook.id, tried)));
}

const forgiveFailures = (id: string) =>
  pool.query("UPDATE webhooks SET failures = 0, failing_since = NULL WHERE id = $1", [id]);

type Failing = { caseId: string; caseName: string; url: string; failingSince: Date };

async function disableFailing(sql: Sql, id: string, { outcome, status }: AttemptResult): Promise<NewRows> {
  const [failing] = await sql<Failing>(
    `UPDATE webhooks w SET disabled_at = now() FROM cases c WHERE w.id = $1 AND w.disabled_at IS NULL AND c.id = w.case_id
     RETURNING c.id AS "caseId", c.name AS "caseName", w.url, w.failing_since AS "failingSince"`,
    [id],
  );
  // Another worker was quicker.
  if (!failing) return NO_NEW_ROWS;
  await dropOwed(sql, id);
  const { caseId, caseName, url, failingSince } = failing;
  const resource = { id, name: hostOfTarget(url) };
  await recordEvents(sql, caseId, TATTLE, [{ action: "webhook.switched_off", resource }]);
  const owner = (await findRecipients(sql, [caseId])).get(caseId);
  const facts = {
    caseName,
    target: resource.name,
    failingSince,
    lastAnswer: outcomeText(outcome, status),
    url: `${env.APP_URL}/${caseId}/webhooks/${id}`,
  };
  const told = owner ? recipientsOf({ alertEmail: [] }, owner) : [];
  return enqueueEmails(
    sql,
    told.map((address) => ({ kind: "webhook_switched_off", address, caseId, facts })),
  );
}

const dropOwed = (sql: Sql, webhookId: string) =>
  sql(
    "UPDATE deliveries SET gave_up_at = now() WHERE webhook_id = $1 AND accepted_at IS NULL AND gave_up_at IS NULL",
    [webhookId],
  );

/** Sends no more alerts to a webhook until it is switched on; what is still owed to it waits no longer. */
export async function disableWebhook(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const found = await lockWebhook(sql, caseId, id);
    if (found.disabledAt) return;
    await sql("UPDATE webhooks SET disabled_at = now() WHERE id = $1", [id]);
    await dropOwed(sql, id);
    const resource = { id, name: hostOfTarget(found.url) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.switched_off", resource }]);
  });
}

/**
 * Sends alerts to a webhook again: those to come, and those of the last day that it was owed when it was switched off.
 * What happened while it was off is not sent.
 */
export async function enableWebhook(caseId: string, id: string, by: Actor): Promise<void> {
  const deliveries = await transaction(async (sql) => {
    const found = await lockWebhook(sql, caseId, id);
    if (!found.disabledAt) return [];
    const resource = { id, name: hostOfTarget(found.url) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.switched_on", resource }]);
    await sql("UPDATE webhooks SET disabled_at = NULL, failing_since = NULL, failures = 0 WHERE id = $1", [
      id,
    ]);
    return sql<{ id: string }>(
      `UPDATE deliveries SET gave_up_at = NULL, attempts = 0, due_at = now()
       WHERE webhook_id = $1 AND gave_up_at >= $2 AND created_at > now() - ${STILL_WANTED} RETURNING id`,
      [id, found.disabledAt],
    );
  });
  wakeWorkersLater({ emails: [], deliveries: deliveries.map(({ id }) => id) });
}

async function lockWebhook(sql: Sql, caseId: string, id: string) {
  const [found] = await sql<{ url: string; disabledAt: Date | null }>(
    `SELECT url, disabled_at AS "disabledAt" FROM webhooks WHERE id = $1 AND case_id = $2 FOR NO KEY UPDATE`,
    [id, caseId],
  );
  if (!found) throw notFound("webhook");
  return found;
}
