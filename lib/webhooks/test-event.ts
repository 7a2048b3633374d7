import { v7 as newId } from "uuid";
import type { AlertMessage } from "@/lib/channels/channel";
import { findChannel } from "@/lib/channels/find";
import { wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { transaction } from "@/lib/platform/db";
import { notFound, Refusal } from "@/lib/platform/refusal";

/** The first check-in of a snitch that does not exist: no receiver opens an incident for it, or closes one. */
const testMessage = (at: Date): AlertMessage => ({
  kind: "reporting",
  from: "pending",
  to: "healthy",
  at,
  snitch: {
    token: "0000000000000000",
    name: "Test event from Tattle",
    notes: "Somebody is trying out this webhook. Nothing happened.",
    tags: ["test"],
  },
});

const SWITCHED_OFF = "This webhook is switched off. Switch it on first.";

/** Owes a webhook an event to try it out, which goes the way of every alert. Returns its delivery's id. */
export async function sendTestEvent(caseId: string, webhookId: string, at: Date): Promise<string> {
  const id = newId();
  await transaction(async (sql) => {
    const [webhook] = await sql<{ channel: string; disabledAt: Date | null }>(
      `SELECT channel, disabled_at AS "disabledAt" FROM webhooks WHERE id = $1 AND case_id = $2 FOR KEY SHARE`,
      [webhookId, caseId],
    );
    if (!webhook) throw notFound("webhook");
    if (webhook.disabledAt) throw new Refusal("resource_invalid", SWITCHED_OFF);
    const body = findChannel(webhook.channel).bodyOf(testMessage(at));
    await sql("INSERT INTO deliveries (id, webhook_id, body) VALUES ($1, $2, $3)", [id, webhookId, body]);
  });
  wakeWorkersLater({ emails: [], deliveries: [id] });
  return id;
}

/** Tries a delivery again at once, under the same id, whatever came of it before. */
export async function retryDelivery(caseId: string, deliveryId: string): Promise<void> {
  await transaction(async (sql) => {
    const [webhook] = await sql<{ disabledAt: Date | null }>(
      `SELECT w.disabled_at AS "disabledAt" FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.id = $1 AND w.case_id = $2 FOR NO KEY UPDATE OF d`,
      [deliveryId, caseId],
    );
    if (!webhook) throw notFound("delivery");
    if (webhook.disabledAt) throw new Refusal("resource_invalid", SWITCHED_OFF);
    await sql(
      "UPDATE deliveries SET accepted_at = NULL, gave_up_at = NULL, attempts = 0, due_at = now() WHERE id = $1",
      [deliveryId],
    );
  });
  wakeWorkersLater({ emails: [], deliveries: [deliveryId] });
}
