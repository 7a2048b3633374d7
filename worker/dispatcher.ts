import { openEmailQueue } from "@/lib/emails/queue";
import { emailProvider } from "@/lib/mail/provider";
import { listDue } from "@/lib/outbox/due";
import { openTargetQueues } from "@/lib/outbox/target-queues";
import { log, withLogContext } from "@/lib/platform/log";
import { concurrencyFor, deliver, findTarget } from "@/lib/webhooks/deliver";

/** Deliveries mostly wait for their receivers, so many can be in progress. */
const MAX_DELIVERIES = 500;

export type Dispatcher = ReturnType<typeof openDispatcher>;

/** Queues outbox rows within this process until they can be sent. It holds only ids: the rows are in Postgres. */
export function openDispatcher() {
  const onError = (error: unknown) => log.error({ err: error }, "a row could not be sent");
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

    /** Enqueues everything that is pending and due, as far as there is room. */
    async poll(): Promise<void> {
      const { emails, deliveries } = await listDue();
      for (const { id } of emails) emailQueue.add(id);
      for (const { id, webhookId, failures } of deliveries) enqueueDelivery(id, webhookId, failures);
    },

    /** Resolves when what is in progress has ended. */
    close: () => Promise.all([emailQueue.close(), targetQueues.close()]),
  };
}
