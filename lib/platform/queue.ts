import { remember } from "@epic-web/remember";
import type { Job } from "bullmq";
import { env } from "./env";
import { log, withLogContext } from "./log";
import { openQueueBackend, type QueueBackend, type QueueConnection } from "./queue-backend";

// Postgres is the truth; BullMQ only wakes workers. A job holds the id of a row, or the name of a recurring job, and
// nothing else. If the queue loses all its jobs, workers poll the outbox and schedule the recurring jobs again.

/** The sweep has a queue of its own, so that nothing slow delays it. */
export type QueueName = (typeof NAMES)[number];
const NAMES = ["sweep", "outbox", "maintenance", "backups", "emails", "deliveries"] as const;

type OpenQueue = ReturnType<QueueBackend["openQueue"]>;
type OpenWorker = ReturnType<QueueBackend["openWorker"]>;
type ErrorEmitter = { on: (event: "error", listener: (error: Error) => void) => unknown };

/** Handles a job: `name` is the name of a recurring job, `id` the id of an outbox row. */
export type Handler = (job: { name: string; id: string }) => Promise<unknown>;

export type Queues = ReturnType<typeof openQueues>;

/** Opens the queues. Nothing is connected before the first use. Close them when done. */
export function openQueues(connection: QueueConnection) {
  const backend = openQueueBackend(connection);
  const opened = new Map<QueueName, OpenQueue>();
  const workers: OpenWorker[] = [];
  const onClose: (() => void | Promise<void>)[] = [];

  function queueOf(name: QueueName): OpenQueue {
    const queue = opened.get(name) ?? logErrors(name, backend.openQueue(name));
    opened.set(name, queue);
    return queue;
  }

  return {
    /** Adds a job for each of these rows. Adding one that is still queued is a no-op. */
    async wake(name: QueueName, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await queueOf(name).addBulk(ids.map((id) => ({ name, data: {}, opts: { jobId: id } })));
    },

    /** Schedules a recurring job. Idempotent: its name is its identity. */
    async schedule(
      name: QueueName,
      job: string,
      options: { every: number } | { pattern: string; tz: string },
    ) {
      await queueOf(name).upsertJobScheduler(job, options, { name: job, data: {} });
    },

    /** Processes a queue with this concurrency until the queues are closed. Resolves once it is listening. */
    async work(name: QueueName, concurrency: number, handle: Handler): Promise<void> {
      const process = ({ name: job, id = "" }: Job) =>
        withLogContext({ queue: name, job, requestId: id }, () => handle({ name: job, id }));
      const worker = logErrors(name, backend.openWorker(name, concurrency, process));
      worker.on("failed", (job: Job | undefined, error: Error) =>
        log.error({ queue: name, job: job?.name, err: error }, "a job failed"),
      );
      workers.push(worker);
      await worker.waitUntilReady();
    },

    /** The number of waiting jobs in each queue. */
    async depths(): Promise<Record<QueueName, number>> {
      const waiting = await Promise.all(
        NAMES.map(async (name) => [name, await queueOf(name).getJobCountByTypes("waiting", "prioritized")]),
      );
      return Object.fromEntries(waiting);
    },

    /** Registers something to do when the queues are closed, after the workers have ended. */
    onClose(run: () => void | Promise<void>): void {
      onClose.push(run);
    },

    /** Waits for running jobs, then closes all connections. */
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(onClose.map((run) => run()));
      await Promise.all([...opened.values()].map((queue) => queue.close()));
      backend.close();
    },
  };
}

/** Without a listener, an error of the connection would end the process. */
function logErrors<Emitter extends ErrorEmitter>(name: QueueName, emitter: Emitter): Emitter {
  emitter.on("error", (error: Error) =>
    log.warn({ queue: name, error: error.message }, "the queue is unavailable"),
  );
  return emitter;
}

/** The queues of this process, as the environment configures them. */
export const queues = (): Queues =>
  remember("tattle.queues", () =>
    openQueues({
      databaseUrl: env.DATABASE_URL ?? "",
      redisUrl: env.REDIS_URL,
      isCluster: env.REDIS_CLUSTER,
    }),
  );
