import { setTimeout as sleep } from "node:timers/promises";
import { remember } from "@epic-web/remember";
import type { Job } from "bullmq";
import { SECOND_MS } from "@/lib/rules/durations";
import { env } from "./env";
import { removeOtherSchedulers, type Scheduled, upsertSchedulers } from "./job-schedulers";
import { withLogContext } from "./log";
import { openOutageLog } from "./log-outage";
import { openQueueBackend, type QueueBackend, type QueueConnection } from "./queue-backend";
import {
  findQueueSettings,
  isWakeUpQueue,
  type QueueName,
  type RecurringQueue,
  WAKE_UP_QUEUES,
  type WakeUpQueue,
} from "./queue-names";

// Postgres is the truth; BullMQ starts recurring jobs and wakes workers for rows. A job holds the id of a row or the name of
// a recurring job, and nothing else. While the queue is unavailable, or after it has lost all its jobs, workers find the rows by
// polling the outbox, and begin what is overdue by themselves.

/** How long a queue that could not be opened stays closed. */
const REOPEN_MS = 5 * SECOND_MS;

/** While a server does not respond, this many wake-ups wait for it. Further ones are lost, so that memory stays bounded. */
const MAX_PENDING = 1_000;

type OpenQueue = ReturnType<QueueBackend["openQueue"]>;
type OpenWorker = ReturnType<QueueBackend["openWorker"]>;
type Opened = {
  bull: {
    on: (event: "error", listener: (error: Error) => void) => unknown;
    waitUntilReady: () => Promise<unknown>;
  };
  close: () => Promise<void>;
};

/** Handles a job: of a wake-up, `id` is the id of an outbox row; of a recurring job, `name` is its name. */
export type Handler = (job: { id: string; name: string }) => Promise<unknown>;

export type Queues = ReturnType<typeof openQueues>;

/** Opens the queues. Nothing is connected before the first use. Close them when done. */
export function openQueues(connection: QueueConnection) {
  const outage = openOutageLog({
    failing: "the queue is unavailable: workers find pending rows by polling",
    working: "the queue is available again",
  });
  const handling = openOutageLog({ failing: "a wake-up failed", working: "wake-ups work again" }, "error");
  const backend = openQueueBackend(connection, { onWorking: outage.worked });
  const producers = new Map<QueueName, OpenQueue>();
  const workers = new Set<OpenWorker>();
  let pending = 0;
  let isClosed = false;

  /** Reports errors, which would end the process without a listener, and calls `onFailed` if it cannot be opened. */
  function watch(opened: Opened, onFailed: () => void) {
    opened.bull.on("error", ({ message }: Error) => outage.failed({ error: message }));
    opened.bull.waitUntilReady().catch(async ({ message }: Error) => {
      outage.failed({ error: message });
      await opened.close();
      onFailed();
    });
  }

  const openProducer = (name: QueueName): OpenQueue["bull"] => findOrOpen(name).bull;

  function findOrOpen(name: QueueName): OpenQueue {
    const existing = producers.get(name);
    if (existing) return existing;
    const opened = backend.openQueue(name);
    producers.set(name, opened);
    // BullMQ never tries to open a queue again, so the next use opens another.
    watch(opened, () => producers.delete(name));
    return opened;
  }

  function openWorker(name: QueueName, concurrency: number, handle: Handler) {
    if (isClosed) return;
    const process = ({ id = "", name: jobName }: Job) =>
      withLogContext({ queue: name, requestId: id }, () => handle({ id, name: jobName }));
    const opened = backend.openWorker(name, { concurrency, ...findQueueSettings(name) }, process);
    // Recurring jobs log their failures themselves.
    if (isWakeUpQueue(name)) {
      opened.bull.on("failed", (_: Job | undefined, error: Error) =>
        handling.failed({ queue: name, err: error }),
      );
      opened.bull.on("completed", handling.worked);
    }
    workers.add(opened);
    watch(opened, async () => {
      workers.delete(opened);
      await sleep(REOPEN_MS, undefined, { ref: false });
      openWorker(name, concurrency, handle);
    });
  }

  async function countWaiting(): Promise<Record<WakeUpQueue, number>> {
    const waiting = await Promise.all(
      WAKE_UP_QUEUES.map(async (name) => [
        name,
        await openProducer(name).getJobCountByTypes("waiting", "prioritized"),
      ]),
    );
    return Object.fromEntries(waiting);
  }

  return {
    /** Adds a job for each of these rows. Adding one that is still queued is a no-op. */
    async wake(name: WakeUpQueue, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      if (pending >= MAX_PENDING) throw new Error("The queue is not responding.");
      pending += 1;
      const jobs = ids.map((id) => ({ name, data: {}, opts: { jobId: id } }));
      await openProducer(name)
        .addBulk(jobs)
        .finally(() => {
          pending -= 1;
        });
    },

    /** Has BullMQ start these jobs once in each of their intervals. */
    schedule: (name: RecurringQueue, jobs: Scheduled[]): Promise<void> =>
      upsertSchedulers(openProducer(name), jobs),

    /** Has BullMQ start no other jobs of this queue than these. */
    unscheduleOthers: (name: RecurringQueue, jobs: Scheduled[]): Promise<void> =>
      removeOtherSchedulers(openProducer(name), jobs),

    /** Handles jobs until the queues are closed. While the queue is unavailable, it waits and tries again. */
    work(name: QueueName, concurrency: number, handle: Handler): void {
      openWorker(name, concurrency, handle);
    },

    /** The number of waiting wake-ups in each queue. */
    depths: countWaiting,

    /** Fails if the queues cannot be read, or take no more jobs. */
    async check(): Promise<void> {
      await countWaiting();
      await Promise.all(WAKE_UP_QUEUES.map((name) => findOrOpen(name).checkWrites()));
    },

    /** Handles no more jobs. Those in progress still say how they ended. */
    drain(): void {
      isClosed = true;
      for (const worker of workers) worker.bull.close().catch(() => {});
    },

    /** Ends the workers and closes all connections, even while the queue is unavailable. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.close()));
      await Promise.all([...producers.values()].map((producer) => producer.close()));
      await backend.close();
    },
  };
}

/** The queues of this process, as the environment configures them. */
export const queues = (): Queues =>
  remember("tattle.queues", () =>
    openQueues({
      databaseUrl: env.DATABASE_URL ?? "",
      redisUrl: env.REDIS_URL,
      isCluster: env.REDIS_CLUSTER,
      sentinelName: env.REDIS_SENTINEL,
    }),
  );
