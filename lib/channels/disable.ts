import { type Actor, recordEvents } from "@/lib/audit/record";
import { EVENT_KINDS } from "@/lib/channel-kinds/find";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { type Sql, transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { auditAction, formatChannelName, type NamedChannel } from "./name";

/** Deliveries that were given up because the channel was disabled are sent after all if they are not older than this. */
const MAX_RESUMED_AGE = "interval '1 day'";

/** Sends no more alerts to a channel until it is enabled. Its pending deliveries are given up. Safe to call twice. */
export async function disableChannel(caseId: string, id: string, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    const channel = await lockChannel(sql, caseId, id);
    if (channel.disabledAt) return;
    await sql("UPDATE channels SET disabled_at = now() WHERE id = $1", [id]);
    await giveUpDeliveries(sql, id);
    const resource = { id, name: formatChannelName(channel) };
    await recordEvents(sql, caseId, by, [{ action: auditAction(channel, "switched_off"), resource }]);
  });
}

/**
 * Sends alerts to a channel again: new ones, and those of the last day that were pending when it was disabled. Alerts
 * raised while it was disabled are not sent, except the ends of incidents of which it was notified, or is notified now. A kind that takes
 * events misses those, too. Safe to call twice.
 */
export async function enableChannel(caseId: string, id: string, by: Actor): Promise<void> {
  const resumed = await transaction(async (sql) => {
    const channel = await lockChannel(sql, caseId, id);
    if (!channel.disabledAt) return [];
    const resource = { id, name: formatChannelName(channel) };
    await recordEvents(sql, caseId, by, [{ action: auditAction(channel, "switched_on"), resource }]);
    await sql(
      `UPDATE channels SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, failures = 0,
         limited_until = NULL WHERE id = $1`,
      [id],
    );
    await wakeTimers(sql, "chats");
    const pending = await sql<{ id: string }>(
      `UPDATE deliveries SET gave_up_at = NULL, attempts = 0, due_at = now()
       WHERE channel_id = $1 AND gave_up_at >= $2 AND superseded_at IS NULL
         AND (created_at > now() - ${MAX_RESUMED_AGE} OR event IN ('removed', 'drill_ended')) RETURNING id`,
      [id, channel.disabledAt],
    );
    return [...pending, ...(await queueMissedEnds(sql, id))];
  });
  wakeWorkersLater({ emails: [], deliveries: resumed.map(({ id: deliveryId }) => deliveryId) });
}

/** Queues the ends of incidents that were raised while the channel was disabled: otherwise it would take them for open for ever. */
const queueMissedEnds = (sql: Sql, channelId: string) =>
  sql<{ id: string }>(
    `INSERT INTO deliveries (id, channel_id, alert_id, incident_id)
     SELECT new_id(), w.id, a.id, a.incident_id FROM channels w
     JOIN (SELECT DISTINCT channel_id, incident_id FROM deliveries
       WHERE channel_id = $1 AND alert_id IS NOT NULL AND (is_tried OR gave_up_at IS NULL)) AS notified ON notified.channel_id = w.id
     JOIN incidents i ON i.id = notified.incident_id AND i.closed_at IS NOT NULL
     JOIN alerts a ON a.incident_id = i.id AND a.kind IN ('reporting', 'paused') AND a.is_told
     WHERE w.id = $1 AND w.kind <> ALL($2) AND NOT EXISTS (SELECT FROM deliveries d JOIN alerts e ON e.id = d.alert_id
       WHERE d.incident_id = i.id AND d.channel_id = w.id AND e.kind IN ('reporting', 'paused'))
     ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING id`,
    [channelId, EVENT_KINDS],
  );

/** Gives up all pending deliveries of a channel, in the transaction that disables it. */
export const giveUpDeliveries = (sql: Sql, channelId: string) =>
  sql(
    "UPDATE deliveries SET gave_up_at = now() WHERE channel_id = $1 AND accepted_at IS NULL AND gave_up_at IS NULL",
    [channelId],
  );

async function lockChannel(sql: Sql, caseId: string, id: string) {
  const [channel] = await sql<NamedChannel & { disabledAt: Date | null }>(
    `SELECT kind, name, url, disabled_at AS "disabledAt" FROM channels WHERE id = $1 AND case_id = $2 FOR NO KEY UPDATE`,
    [id, caseId],
  );
  if (!channel) throw notFound("channel");
  return channel;
}
