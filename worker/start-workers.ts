import { isClockTrusted, MAX_DRIFT_MS } from "@/lib/platform/clock";
import { HOUR_MS, SECOND_MS } from "@/lib/platform/durations";
import { log } from "@/lib/platform/log";
import type { QueueName, Queues } from "@/lib/platform/queue";
import { openDispatcher } from "./dispatcher";
import { SCHEDULE } from "./schedule";

/** A wake-up job only passes an id to the dispatcher, so many can run at the same time. */
const WAKE_UP_CONCURRENCY = 20;

/** The recurring jobs are scheduled again at this interval, in case the queue has lost its data. */
const RESCHEDULE_INTERVAL_MS = 5 * SECOND_MS;

/**
 * The clock drift beyond which a queue's jobs are skipped: with a wrong clock every snitch would look overdue and all
 * history expired. The outbox is not listed: sending must go on, and leases use the database’s clock.
 */
const MAX_DRIFT_BY_QUEUE: Partial<Record<QueueName, number>> = {
  sweep: MAX_DRIFT_MS,
  maintenance: HOUR_MS,
  backups: HOUR_MS,
};

/** Starts a worker for each queue. Resolves once all are listening. Closing the queues ends them. */
export async function startWorkers(queues: Queues): Promise<void> {
  const dispatcher = openDispatcher();
  queues.onClose(async () => {
    await dispatcher.close();
  });

  const runScheduled = async ({ name }: { name: string }) => {
    const job = SCHEDULE[name];
    if (!job) return;
    const now = new Date();
    const maxDriftMs = MAX_DRIFT_BY_QUEUE[job.queue];
    if (maxDriftMs === undefined || (await isClockTrusted(now, maxDriftMs))) await job.run(now, dispatcher);
  };
  await queues.work("emails", WAKE_UP_CONCURRENCY, ({ id }) => dispatcher.email(id));
  await queues.work("deliveries", WAKE_UP_CONCURRENCY, ({ id }) => dispatcher.delivery(id));
  await queues.work("outbox", 1, runScheduled);
  await queues.work("maintenance", 1, runScheduled);
  await queues.work("backups", 1, runScheduled);
  await queues.work("sweep", 1, runScheduled);
  await scheduleAll(queues);
  const timer = setInterval(() => {
    scheduleAll(queues).catch((error: Error) =>
      log.warn({ error: error.message }, "recurring jobs could not be rescheduled"),
    );
  }, RESCHEDULE_INTERVAL_MS);
  queues.onClose(() => clearInterval(timer));
}

async function scheduleAll(queues: Queues): Promise<void> {
  for (const [name, { queue, everyMs }] of Object.entries(SCHEDULE)) {
    await queues.schedule(queue, name, { every: everyMs });
  }
}
