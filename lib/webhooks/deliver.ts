import { CANARY } from "@/lib/canary/canary";
import { canaryUrl } from "@/lib/canary/receiver";
import { findChannel } from "@/lib/channels/find";
import {
  type AttemptResult,
  internalError,
  type Lease,
  leaseRows,
  recordAttempts,
} from "@/lib/outbox/attempt";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { recordOutcome } from "./disable";
import { loadDelivery, type PendingDelivery } from "./load";
import { type Answer, post, TIMEOUT_MS } from "./post";

const USER_AGENT = `Tattle/${packageJson.version} (+${env.APP_URL})`;

/** As long as a webhook works, and while it fails. */
const AT_ONCE = 10;
const AT_ONCE_WHILE_FAILING = 1;

/** How many requests to a webhook with so many failures in a row a worker may have under way. */
export const concurrencyFor = (failures: number) => (failures > 0 ? AT_ONCE_WHILE_FAILING : AT_ONCE);

/** The webhook of a delivery; null when there is none any more. */
export async function findTarget(id: string): Promise<{ webhookId: string; failures: number } | null> {
  const { rows } = await pool.query<{ webhookId: string; failures: number }>(
    `SELECT w.id AS "webhookId", w.failures FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE d.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Tries to deliver one alert to one webhook, if that is still owed and due. Safe to call at any time and twice.
 * What the target does wrong is recorded and tried again later; only our own faults throw.
 */
export async function deliver(id: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const [claimed] = await leaseRows("delivery", [id]);
  if (!claimed) return;
  const sent = await send(claimed, timeoutMs).catch(async (fault) => {
    await recordAttempts("delivery", [internalError(claimed)]);
    throw fault;
  });
  if (!sent) return;
  await recordAttempts("delivery", [sent.tried]);
  await recordOutcome(sent.webhook, sent.tried);
}

/** Null when the delivery is gone. */
async function send(claimed: Lease, timeoutMs: number) {
  const delivery = await loadDelivery(claimed.id);
  return delivery && { webhook: delivery.webhook, tried: await attempt(claimed, delivery, timeoutMs) };
}

async function attempt(
  claimed: Lease,
  { body: kept, told, webhook }: PendingDelivery,
  timeoutMs: number,
): Promise<AttemptResult> {
  const { bodyOf, requestOf, accepts } = findChannel(webhook.channel);
  const body = kept ?? bodyOf(told);
  const isCanary = webhook.id === CANARY.webhookId;
  const url = isCanary ? await canaryUrl() : new URL(webhook.url);
  const at = new Date();
  const request = requestOf({
    id: claimed.id,
    at,
    body,
    url,
    secrets: webhook.secrets,
    userAgent: USER_AGENT,
  });
  const startedAt = performance.now();
  const answer = await post(request, { allowPrivate: isCanary || env.ALLOW_PRIVATE_TARGETS, timeoutMs });
  const latencyMs = performance.now() - startedAt;
  const outcome = formResult(answer, accepts);
  return {
    ...claimed,
    at,
    body,
    latencyMs,
    outcome,
    status: answer.status,
    response: answer.text,
    accepted: outcome === "accepted",
    isFinal: false,
  };
}

function formResult(answer: Answer, accepts: (status: number) => boolean): string {
  if (answer.kind === "unreached") return answer.reason;
  if (accepts(answer.status)) return "accepted";
  return answer.status >= 300 && answer.status < 400 ? "redirect" : "rejected";
}
