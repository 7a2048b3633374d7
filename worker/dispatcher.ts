import { concurrencyFor, deliver } from "@/lib/delivery/deliver";
import { openEmailQueue } from "@/lib/emails/queue";
import { emailProvider } from "@/lib/mail/provider";
import { type DueDelivery, findDue, listDue } from "@/lib/outbox/due";
import { openFairQueue } from "@/lib/outbox/fair-queue";
import { isAttempted, startRenewing } from "@/lib/outbox/leases";
import { msSinceStall } from "@/lib/platform/database-stall";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log, withLogContext } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { SECOND_MS } from "@/lib/rules/durations";

/** Deliveries mostly wait for their receivers, so that many can be in progress. One account alone runs a fifth of them. */
const MAX_DELIVERIES = 1_000;
/** Ids only. The poller finds the other rows again. */
const MAX_WAITING_DELIVERIES = 10_000;

/** After an outage of the database other workers have this long to renew their leases, which have expired meanwhile. */
const RENEWAL_MS = 4 * SECOND_MS;

export type Dispatcher = ReturnType<typeof openDispatcher>;

/** Queues the ids of outbox rows in this process, and sends the rows as soon as there is room. */
export function openDispatcher() {
  const outage = openOutageLog(
    { failing: "rows cannot be sent: the database is unavailable", working: "rows can be sent again" },
    "error",
  );
  const onError = (error: unknown) =>
    isConnectionError(error)
      ? outage.failed({ err: error })
      : log.error({ err: error }, "a row could not be sent");
  const emailQueue = openEmailQueue(emailProvider(), onError);
  const deliveries = openFairQueue({
    maxRunning: MAX_DELIVERIES,
    maxWaiting: MAX_WAITING_DELIVERIES,
    onError,
  });

  const stopRenewing = startRenewing();

  const enqueueDelivery = ({ id, failures, ...place }: DueDelivery) =>
    deliveries.add(place, concurrencyFor(failures), id, () =>
      withLogContext({ queue: "deliveries", requestId: id }, () => deliver(id)),
    );

  /** After the process was suspended, its leases have expired while their emails are still being sent. */
  function enqueueEmail(id: string): void {
    if (!isAttempted(id)) emailQueue.add(id);
  }

  return {
    /** Enqueues one email. */
    email: async (id: string) => enqueueEmail(id),

    /** Enqueues one delivery. */
    async delivery(id: string): Promise<void> {
      const delivery = deliveries.has(id) ? null : await findDue(id);
      if (delivery) enqueueDelivery(delivery);
    },

    /** Enqueues all rows that are pending and due, as long as there is room. */
    async poll(): Promise<void> {
      if (Math.min(msSinceConnectionLost(), msSinceStall()) < RENEWAL_MS) return;
      const due = await listDue();
      outage.worked();
      for (const { id } of due.emails) enqueueEmail(id);
      for (const delivery of due.deliveries) enqueueDelivery(delivery);
    },

    /** Drops queued rows. Resolves when those in progress are sent or have failed. */
    async close(): Promise<void> {
      await Promise.all([emailQueue.close(), deliveries.close()]);
      stopRenewing();
    },
  };
}
