import { recordEvents, TATTLE } from "@/lib/audit/record";
import { STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import { giveUpDeliveries } from "@/lib/channels/disable";
import { auditAction, formatChannelName, type NamedChannel, serviceFact } from "@/lib/channels/name";
import { outcomeText } from "@/lib/channels/outcome-text";
import { deleteChannel } from "@/lib/channels/remove";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { findRecipients } from "@/lib/emails/recipients/find";
import type { AttemptResult } from "@/lib/outbox/attempt";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { isPostgresText } from "@/lib/platform/postgres-text";
import type { PendingDelivery, SendingChannel } from "./load";
import { QUOTA_USED } from "./quota";
import { NOTHING_TO_SAY, type Sent } from "./send-message";

/** A channel is disabled after it accepted nothing for this long, and only if it had enough attempts to prove that. */
const MAX_FAILING_TIME = "interval '3 days'";
const MIN_FAILURES = 12;

/**
 * Records on the channel what an attempt showed: whether it works, and how long to leave it alone. Disables a channel that has
 * accepted nothing for three days, or whose receiver will never accept anything again, and emails the recipients of its case.
 * Removes a channel whose receiver no longer exists.
 */
export async function recordOutcome(
  { channel }: PendingDelivery,
  { result, settings, switchOff, isGone }: Sent,
): Promise<void> {
  if (settings) await changeSettings(channel, settings);
  if (isGone) return removeGone(channel.id);
  if (result.isLimited) return limit(channel.id, result.waitMs ?? 0);
  // Neither says anything about the receiver.
  if (result.outcome === NOTHING_TO_SAY || result.outcome === QUOTA_USED) return;
  if (result.accepted) {
    if (channel.failures > 0) await resetFailures(channel.id);
    return;
  }
  const { rows } = await pool.query<{ isBroken: boolean }>(
    `UPDATE channels SET failures = failures + 1, failing_since = coalesce(failing_since, now()) WHERE id = $1
     RETURNING disabled_at IS NULL AND failures >= $2 AND failing_since <= now() - ${MAX_FAILING_TIME} AS "isBroken"`,
    [channel.id, MIN_FAILURES],
  );
  if (switchOff !== undefined || rows[0]?.isBroken)
    wakeWorkersLater(await transaction((sql) => disableFailing(sql, channel, result, switchOff ?? null)));
}

const resetFailures = (id: string) =>
  pool.query("UPDATE channels SET failures = 0, failing_since = NULL WHERE id = $1", [id]);

/**
 * Saves the receiver's name for what it made of the incident or of the fire drill that ends. The first name counts: it names the message to which others
 * refer. One that Postgres cannot store is ignored, as if the receiver had sent none.
 */
export async function saveRef(
  { id, event, channel, incidentId }: PendingDelivery,
  ref?: string,
): Promise<void> {
  if (ref === undefined || !isPostgresText(ref)) return;
  if (event === "machine_silent" || (event === "drill" && STATEFUL_KINDS.includes(channel.kind)))
    await pool.query("UPDATE deliveries SET ref = $2 WHERE id = $1 AND ref IS NULL", [id, ref]);
  if (!incidentId) return;
  await pool.query(
    `INSERT INTO channel_refs (channel_id, incident_id, ref)
     SELECT w.id, i.id, $3 FROM channels w, incidents i WHERE w.id = $1 AND i.id = $2 ON CONFLICT DO NOTHING`,
    [channel.id, incidentId, ref],
  );
}

/** Unless a person has changed them meanwhile. */
const changeSettings = ({ id, settings, sealedSettings }: SendingChannel, changes: Record<string, string>) =>
  pool.query("UPDATE channels SET settings = $2 WHERE id = $1 AND settings = $3", [
    id,
    encrypt(JSON.stringify({ ...settings, ...changes })),
    sealedSettings,
  ]);

/** Leaves the receiver alone for so long: this channel, and all others that post with the same credential. */
async function limit(id: string, waitMs: number): Promise<void> {
  await pool.query(
    `UPDATE channels SET limited_until = greatest(limited_until, now() + $2 * interval '1 millisecond')
     WHERE id IN (SELECT id FROM channels WHERE id = $1 OR budget = (SELECT budget FROM channels WHERE id = $1)
       ORDER BY id FOR NO KEY UPDATE)`,
    [id, waitMs],
  );
}

/** A person unsubscribed this browser themselves. No one else need do anything. */
const removeGone = async (id: string) => {
  await transaction((sql) => deleteChannel(sql, "id = $1", [id], TATTLE));
};

type FailingChannel = NamedChannel & { caseId: string; caseName: string; failingSince: Date };

async function disableFailing(
  sql: Sql,
  { id, sealedSettings }: SendingChannel,
  { outcome, status }: AttemptResult,
  reason: string | null,
): Promise<NewRows> {
  const [failing] = await sql<FailingChannel>(
    `UPDATE channels w SET disabled_at = now(), disabled_reason = $2 FROM cases c
     WHERE w.id = $1 AND w.disabled_at IS NULL AND c.id = w.case_id
       -- An answer to settings that a person has changed meanwhile says nothing about the new ones.
       AND w.settings IS NOT DISTINCT FROM $3
     RETURNING c.id AS "caseId", c.name AS "caseName", w.kind, w.name, w.url, w.failing_since AS "failingSince"`,
    [id, reason ?? "It has accepted nothing for three days.", sealedSettings],
  );
  if (!failing) {
    // Another worker has disabled it already: what was pending until now waits, too.
    const off = await sql("SELECT FROM channels WHERE id = $1 AND disabled_at IS NOT NULL FOR SHARE", [id]);
    if (off.length > 0) await giveUpDeliveries(sql, id);
    return NO_NEW_ROWS;
  }
  await giveUpDeliveries(sql, id);
  const { caseId, caseName, failingSince } = failing;
  const resource = { id, name: formatChannelName(failing) };
  await recordEvents(sql, caseId, TATTLE, [{ action: auditAction(failing, "switched_off"), resource }]);
  const facts = {
    caseName,
    target: resource.name,
    failingSince,
    lastResponse: outcomeText(outcome, status),
    url: `${env.APP_URL}/${caseId}/channels/${id}`,
    ...serviceFact(failing),
    ...(reason !== null && { reason }),
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
