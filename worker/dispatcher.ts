import { concurrencyFor, deliver } from "@/lib/delivery/deliver";
import { openEmailQueue } from "@/lib/emails/queue";
import { emailProvider } from "@/lib/mail/provider";
import { type DueDelivery, findDue, listDue } from "@/lib/outbox/due";
import { openFairQueue } from "@/lib/outbox/fair-queue";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log, withLogContext } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";

/** Deliveries mostly wait for their receivers, so that many can be in progress. One account alone runs a fifth of them. */
const MAX_DELIVERIES = 1_000;
/** Ids only. The poller finds the other rows again. */
const MAX_WAITING_DELIVERIES = 10_000;

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

  const enqueueDelivery = ({ id, failures, ...place }: DueDelivery) =>
    deliveries.add(place, concurrencyFor(failures), id, () =>
      withLogContext({ queue: "deliveries", requestId: id }, () => deliver(id)),
    );

  return {
    /** Enqueues one e-mail. */
    email: async (id: string) => emailQueue.add(id),

    /** Enqueues one delivery. */
    async delivery(id: string): Promise<void> {
      const delivery = deliveries.has(id) ? null : await findDue(id);
      if (delivery) enqueueDelivery(delivery);
    },

    /** Enqueues all rows that are pending and due, as long as there is room. */
    async poll(): Promise<void> {
      const due = await listDue();
      outage.worked();
      for (const { id } of due.emails) emailQueue.add(id);
      for (const delivery of due.deliveries) enqueueDelivery(delivery);
    },

    /** Drops queued rows. Resolves when those in progress are sent or have failed. */
    close: () => Promise.all([emailQueue.close(), deliveries.close()]),
  };
}
