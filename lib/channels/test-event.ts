import { findKind } from "@/lib/channel-kinds/find";
import { writeMessage } from "@/lib/channel-kinds/kind";
import { NO_ALERT } from "@/lib/outbox/message-row";
import { notificationFor } from "@/lib/outbox/notification-for";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { countManualSend } from "./rate-limits";

const DISABLED = "This channel is switched off. Switch it on first.";

/**
 * Enqueues a test event for a channel, which is delivered like an alert. Returns the id of the delivery. Refuses if this
 * user or the case has asked for too many.
 */
export async function sendTestEvent(
  caseId: string,
  channelId: string,
  userId: string,
  at: Date,
): Promise<string> {
  await countManualSend(caseId, userId, at);
  const id = newId();
  await transaction(async (sql) => {
    const [channel] = await sql<{ kind: string; disabledAt: Date | null; caseName: string }>(
      `SELECT w.kind, w.disabled_at AS "disabledAt", c.name AS "caseName"
       FROM channels w JOIN cases c ON c.id = w.case_id WHERE w.id = $1 AND c.id = $2 FOR KEY SHARE OF w`,
      [channelId, caseId],
    );
    if (!channel) throw notFound("channel");
    if (channel.disabledAt) throw new Refusal("resource_invalid", DISABLED);
    const row = { ...NO_ALERT, caseId, caseName: channel.caseName, at: at.toISOString() };
    const notification = notificationFor({ id, event: "test", isPast: false }, row);
    const body = writeMessage(findKind(channel.kind), notification);
    await sql("INSERT INTO deliveries (id, channel_id, event, body) VALUES ($1, $2, 'test', $3)", [
      id,
      channelId,
      body,
    ]);
  });
  wakeWorkersLater({ emails: [], deliveries: [id] });
  return id;
}

/**
 * Makes a delivery pending and due again, with the same id and body, even if it was accepted or given up. Counts like a
 * test event.
 */
export async function retryDelivery(
  caseId: string,
  deliveryId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await countManualSend(caseId, userId, now);
  await transaction(async (sql) => {
    const [channel] = await sql<{ disabledAt: Date | null }>(
      `SELECT w.disabled_at AS "disabledAt" FROM deliveries d JOIN channels w ON w.id = d.channel_id
       WHERE d.id = $1 AND w.case_id = $2 FOR NO KEY UPDATE OF d`,
      [deliveryId, caseId],
    );
    if (!channel) throw notFound("delivery");
    if (channel.disabledAt) throw new Refusal("resource_invalid", DISABLED);
    await sql(
      "UPDATE deliveries SET accepted_at = NULL, gave_up_at = NULL, superseded_at = NULL, is_held = false, summary_id = NULL, proof = NULL, sent_requests = 0, attempts = 0, due_at = now() WHERE id = $1",
      [deliveryId],
    );
  });
  wakeWorkersLater({ emails: [], deliveries: [deliveryId] });
}
