import { CANARY } from "@/lib/canary/canary";
import { canaryUrl } from "@/lib/canary/receiver";
import { webhook } from "@/lib/channel-kinds/webhook";
import {
  type AttemptResult,
  internalError,
  type Lease,
  leaseRows,
  recordAttempts,
} from "@/lib/outbox/attempt";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { loadDelivery, type PendingDelivery } from "./load";
import { type PostResult, post, TIMEOUT_MS } from "./post";
import { recordOutcome } from "./record-outcome";

const USER_AGENT = `Tattle/${packageJson.version} (+${env.APP_URL})`;

const MAX_CONCURRENT = 10;
const MAX_CONCURRENT_WHILE_FAILING = 1;

/** How many requests to a channel a worker may have in progress. `failures`: how many failed since the last success. */
export const concurrencyFor = (failures: number) =>
  failures > 0 ? MAX_CONCURRENT_WHILE_FAILING : MAX_CONCURRENT;

/**
 * Attempts a delivery if it is pending and due. Safe to call at any time and twice. A failure of the receiver is recorded
 * and retried later; only bugs throw, and those are recorded and retried, too.
 */
export async function deliver(id: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const [lease] = await leaseRows("delivery", [id]);
  if (!lease) return;
  const attempted = await attempt(lease, timeoutMs).catch(async (error) => {
    await recordAttempts("delivery", [internalError(lease)]);
    throw error;
  });
  if (!attempted) return;
  await recordAttempts("delivery", [attempted.result]);
  await recordOutcome(attempted.channel, attempted.result);
}

/** Null if the delivery was deleted. */
async function attempt(lease: Lease, timeoutMs: number) {
  const delivery = await loadDelivery(lease.id);
  return delivery && { channel: delivery.channel, result: await send(lease, delivery, timeoutMs) };
}

async function send(
  lease: Lease,
  { body: storedBody, alert, channel }: PendingDelivery,
  timeoutMs: number,
): Promise<AttemptResult> {
  const { bodyOf, requestOf, accepts } = webhook;
  const body = storedBody ?? bodyOf(alert);
  const isCanary = channel.id === CANARY.channelId;
  const url = isCanary ? await canaryUrl() : new URL(channel.url);
  const at = new Date();
  const { secrets } = channel;
  const request = requestOf({ id: lease.id, at, body, url, secrets, userAgent: USER_AGENT });
  const startedAt = performance.now();
  const posted = await post(request, { allowPrivate: isCanary || env.ALLOW_PRIVATE_TARGETS, timeoutMs });
  const latencyMs = performance.now() - startedAt;
  const outcome = outcomeOf(posted, accepts);
  return {
    ...lease,
    at,
    body,
    latencyMs,
    outcome,
    status: posted.status,
    response: posted.text,
    accepted: outcome === "accepted",
    isFinal: false,
  };
}

function outcomeOf(posted: PostResult, accepts: (status: number) => boolean): string {
  if (posted.kind === "network_error") return posted.reason;
  if (accepts(posted.status)) return "accepted";
  return posted.status >= 300 && posted.status < 400 ? "redirect" : "rejected";
}
