import { openEmailQueue } from "@/lib/emails/queue";
import { emailProvider } from "@/lib/mail/provider";
import { listDue } from "@/lib/outbox/due";
import { openTargetQueues } from "@/lib/outbox/target-queues";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log, withLogContext } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import { concurrencyFor, deliver, findTarget } from "@/lib/webhooks/deliver";

/** Deliveries mostly wait for their receivers, so many can be in progress. */
const MAX_DELIVERIES = 500;

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
  const targetQueues = openTargetQueues(MAX_DELIVERIES, onError);

  const enqueueDelivery = (id: string, webhookId: string, failures: number) =>
    targetQueues.add(webhookId, concurrencyFor(failures), id, () =>
      withLogContext({ queue: "deliveries", requestId: id }, () => deliver(id)),
    );

  return {
    /** Enqueues one e-mail. */
    email: async (id: string) => emailQueue.add(id),

    /** Enqueues one delivery. */
    async delivery(id: string): Promise<void> {
      const target = targetQueues.has(id) ? null : await findTarget(id);
      if (target) enqueueDelivery(id, target.webhookId, target.failures);
    },

    /** Enqueues all rows that are pending and due, as long as there is room. */
    async poll(): Promise<void> {
      const { emails, deliveries } = await listDue();
      outage.worked();
      for (const { id } of emails) emailQueue.add(id);
      for (const { id, webhookId, failures } of deliveries) enqueueDelivery(id, webhookId, failures);
    },

    /** Drops queued rows. Resolves when those in progress are sent or have failed. */
    close: () => Promise.all([emailQueue.close(), targetQueues.close()]),
  };
}
