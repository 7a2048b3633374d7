import { CANARY } from "@/lib/canary/canary";
import { canaryUrl } from "@/lib/canary/receiver";
import { webhookAccepts, webhookBody, webhookRequest } from "@/lib/channel-kinds/webhook";
import type { Lease } from "@/lib/outbox/attempt";
import { env } from "@/lib/platform/env";
import type { PendingDelivery } from "./load";
import { outcomeOf, post, USER_AGENT } from "./post";
import type { Sent } from "./send-message";

/** Sends a delivery to a webhook. */
export async function sendWebhook(
  lease: Lease,
  { channel, body: storedBody, alert }: PendingDelivery,
  timeoutMs: number,
): Promise<Sent> {
  const body = storedBody ?? (alert && webhookBody(alert));
  if (body === null) throw new Error(`Delivery ${lease.id} has neither a body nor an alert.`);
  const isCanary = channel.id === CANARY.channelId;
  const url = isCanary ? await canaryUrl() : new URL(channel.url);
  const at = new Date();
  const request = webhookRequest({
    id: lease.id,
    at,
    body,
    url,
    secrets: channel.secrets,
    userAgent: USER_AGENT,
  });
  const startedAt = performance.now();
  const allowPrivate = isCanary || env.ALLOW_PRIVATE_TARGETS;
  const posted = await post(request, { allowPrivate, timeoutMs, isInternal: isCanary, isRepeatable: true });
  const latencyMs = performance.now() - startedAt;
  const outcome = outcomeOf(posted, webhookAccepts);
  return {
    result: {
      ...lease,
      at,
      body,
      latencyMs,
      outcome,
      status: posted.status,
      response: posted.text,
      accepted: outcome === "accepted",
      isFinal: false,
    },
  };
}
