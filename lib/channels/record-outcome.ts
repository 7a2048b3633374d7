import { TATTLE } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { findRecipients } from "@/lib/cases/recipients";
import { enqueueEmails } from "@/lib/emails/enqueue";
import type { AttemptResult } from "@/lib/outbox/attempt";
import { type NewRows, NO_NEW_ROWS } from "@/lib/outbox/new-rows";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { giveUpDeliveries } from "./disable";
import { outcomeText } from "./outcome-text";
import { hostOfTarget } from "./target";

/** A channel is disabled after it accepted nothing for this long, and only if it had enough attempts to prove that. */
const MAX_FAILING_TIME = "interval '3 days'";
const MIN_FAILURES = 12;

/**
 * Records on the channel whether an attempt succeeded. Disables a channel that has accepted nothing for three days, and
 * e-mails the recipients of its case.
 */
export async function recordOutcome(
  channel: { id: string; failures: number },
  result: AttemptResult,
): Promise<void> {
  if (result.accepted) {
    if (channel.failures > 0) await resetFailures(channel.id);
    return;
  }
  const { rows } = await pool.query<{ isBroken: boolean }>(
    `UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()) WHERE id = $1
     RETURNING disabled_at IS NULL AND failures >= $2 AND failing_since <= now() - ${MAX_FAILING_TIME} AS "isBroken"`,
    [channel.id, MIN_FAILURES],
  );
  if (rows[0]?.isBroken)
    wakeWorkersLater(await transaction((sql) => disableFailing(sql, channel.id, result)));
}

const resetFailures = (id: string) =>
  pool.query("UPDATE webhooks SET failures = 0, failing_since = NULL WHERE id = $1", [id]);

type FailingChannel = { caseId: string; caseName: string; url: string; failingSince: Date };

async function disableFailing(sql: Sql, id: string, { outcome, status }: AttemptResult): Promise<NewRows> {
  const [failing] = await sql<FailingChannel>(
    `UPDATE webhooks w SET disabled_at = now() FROM cases c WHERE w.id = $1 AND w.disabled_at IS NULL AND c.id = w.case_id
     RETURNING c.id AS "caseId", c.name AS "caseName", w.url, w.failing_since AS "failingSince"`,
    [id],
  );
  // Another worker has disabled it already.
  if (!failing) return NO_NEW_ROWS;
  await giveUpDeliveries(sql, id);
  const { caseId, caseName, url, failingSince } = failing;
  const resource = { id, name: hostOfTarget(url) };
  await recordEvents(sql, caseId, TATTLE, [{ action: "webhook.switched_off", resource }]);
  const facts = {
    caseName,
    target: resource.name,
    failingSince,
    lastResponse: outcomeText(outcome, status),
    url: `${env.APP_URL}/${caseId}/webhooks/${id}`,
  };
  const [recipients = []] = await findRecipients(sql, [{ caseId, alertEmail: [] }]);
  const emailed = recipients.filter(({ skipReason }) => skipReason === null);
  return enqueueEmails(
    sql,
    emailed.map(({ address, isFallback }) => ({
      kind: "webhook_switched_off",
      address,
      isFallback,
      caseId,
      facts,
    })),
  );
}
