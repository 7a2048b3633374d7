import { openLine } from "@/lib/emails/queue";
import { mailProvider } from "@/lib/mail/provider";
import { listDue } from "@/lib/outbox/due";
import { openLanes } from "@/lib/outbox/target-queues";
import { log, withLogContext } from "@/lib/platform/log";
import { atOnceFor, deliver, findLane } from "@/lib/webhooks/deliver";

/** Most of the time of a delivery is waiting for its receiver. */
const DELIVERIES_AT_ONCE = 500;

export type Sender = ReturnType<typeof openSender>;

/** Where what is owed waits for its turn in this process. Only ids wait here: the rows stand in Postgres. */
export function openSender() {
  const onFault = (fault: unknown) => log.error({ err: fault }, "a row could not be sent");
  const line = openLine(mailProvider(), onFault);
  const lanes = openLanes(DELIVERIES_AT_ONCE, onFault);

  const queueUp = (id: string, webhookId: string, failures: number) =>
    lanes.add(webhookId, atOnceFor(failures), id, () =>
      withLogContext({ queue: "deliveries", requestId: id }, () => deliver(id)),
    );

  return {
    /** A bell rang for this notice. */
    notice: async (id: string) => line.add(id),

    /** A bell rang for this delivery. */
    async delivery(id: string): Promise<void> {
      const lane = lanes.knows(id) ? null : await findLane(id);
      if (lane) queueUp(id, lane.webhookId, lane.failures);
    },

    /** Takes up whatever is owed and due, as far as there is room. */
    async takeUp(): Promise<void> {
      const { notices, deliveries } = await listDue();
      for (const { id } of notices) line.add(id);
      for (const { id, webhookId, failures } of deliveries) queueUp(id, webhookId, failures);
    },

    /** Resolves when what is under way has ended. */
    close: () => Promise.all([line.close(), lanes.close()]),
  };
}
