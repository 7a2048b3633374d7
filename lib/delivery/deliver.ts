import { findKind } from "@/lib/channel-kinds/find";
import { writeMessage } from "@/lib/channel-kinds/kind";
import {
  type AttemptResult,
  internalError,
  type Lease,
  leaseRows,
  postpone,
  recordAttempts,
  withoutResponse,
} from "@/lib/outbox/attempt";
import { backoffMs } from "@/lib/outbox/backoff";
import { notificationFor } from "@/lib/outbox/notification-for";
import { shareQueries } from "@/lib/outbox/share-queries";
import { findFirst, loadDeliveries, type PendingDelivery } from "./load";
import { TIMEOUT_MS } from "./post";
import { isQuotaUsed, QUOTA_USED } from "./quota";
import { recordOutcome, saveRef } from "./record-outcome";
import { type Sent, sendMessage } from "./send-message";
import { takeTurn } from "./take-turn";

const MAX_CONCURRENT = 10;
const MAX_CONCURRENT_WHILE_FAILING = 1;

/** How many requests to a channel a worker may have in progress. `failures`: how many failed since the last success. */
export const concurrencyFor = (failures: number) =>
  failures > 0 ? MAX_CONCURRENT_WHILE_FAILING : MAX_CONCURRENT;

/** Null if the delivery is not due or leased already. */
const leaseDelivery = shareQueries(async (ids: readonly string[]): Promise<(Lease | null)[]> => {
  const leases = new Map((await leaseRows("delivery", [...ids])).map((lease) => [lease.id, lease]));
  return ids.map((id) => {
    const lease = leases.get(id) ?? null;
    // One of two calls for the same delivery gets the lease.
    leases.delete(id);
    return lease;
  });
});

const loadDelivery = shareQueries(loadDeliveries);

const recordTogether = shareQueries(async (results: readonly AttemptResult[]) => {
  await recordAttempts("delivery", [...results]);
  return [...results];
});

/** Deliveries that failed together are repeated at different times. */
const recordAttempt = (result: AttemptResult) =>
  recordTogether({ ...result, waitMs: result.waitMs ?? backoffMs(result.attempts, Math.random()) });

/**
 * Attempts a delivery if it is pending and due, and it is its turn. Safe to call at any time and twice. A failure of the
 * receiver is recorded and retried later; only bugs throw, and those are recorded and retried, too.
 */
export async function deliver(id: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const lease = await leaseDelivery(id);
  if (!lease) return;
  const attempted = await attempt(lease, timeoutMs).catch(async (error) => {
    await recordAttempt(internalError(lease));
    throw error;
  });
  if (!attempted) return;
  // First, because the next message has its turn, and needs it, as soon as the attempt is recorded.
  await saveRef(attempted.delivery, attempted.sent.ref);
  await recordAttempt(attempted.sent.result);
  await recordOutcome(attempted.delivery, attempted.sent);
}

/** Null if there was nothing to attempt. */
async function attempt(lease: Lease, timeoutMs: number) {
  const delivery = await loadDelivery(lease.id);
  if (!delivery) return null;
  const response = await sendInTurn(lease, delivery, timeoutMs);
  return response && { delivery, sent: response };
}

async function sendInTurn(lease: Lease, delivery: PendingDelivery, timeoutMs: number): Promise<Sent | null> {
  const { id, channel, event, incidentId, machineIncidentId, isAlone, row } = delivery;
  if (channel.limitedMs > 0) return postponed(id, channel.limitedMs);
  const kind = findKind(channel.kind);
  const turn =
    (incidentId ?? machineIncidentId) && !isAlone && !kind.takesEvents
      ? await takeTurn(delivery, kind.stateful)
      : ({ kind: "send", isPast: false, ref: delivery.ref } as const);
  if (turn.kind === "skip") return null;
  if (turn.kind === "wait") return postponed(id, turn.waitMs);
  const body =
    delivery.body ??
    writeMessage(
      kind,
      notificationFor({ id, event, isPast: turn.isPast, first: await findFirst(delivery) }, row),
    );
  if (kind.monthlyQuota && (await isQuotaUsed(channel.id, kind.monthlyQuota, new Date())))
    return { result: { ...withoutResponse(lease, QUOTA_USED), body, isFinal: true } };
  return sendMessage(lease, { ...delivery, ref: turn.ref, body }, { kind, timeoutMs });
}

async function postponed(id: string, waitMs: number): Promise<null> {
  await postpone("delivery", [id], waitMs);
  return null;
}
