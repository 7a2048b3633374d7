import { remember } from "@epic-web/remember";
import { createPostgresBackend, createRedisBackend, type Job, type Queue, withBackend } from "bullmq";
import type { Cluster, Redis, RedisOptions } from "ioredis";
import { env } from "./env";
import { log, withLogContext } from "./log";
import { resilientPool } from "./pool";
import { openRedis } from "./redis";

/** The sweep has a queue of its own, so that nothing slow delays it. */
export type QueueName = (typeof NAMES)[number];
const NAMES = ["sweep", "outbox", "maintenance", "backups", "emails", "deliveries"] as const;

/** After this time without a sign of life a worker is considered dead, and others take over its jobs. */
const STALLED_AFTER_MS = 5_000;

/** BullMQ uses Redis if there is one, and Postgres otherwise. */
type QueueConnection = { databaseUrl: string; redisUrl?: string; isCluster?: boolean };

/** Redis Cluster keeps keys with the same word in braces on one node, which BullMQ requires. */
const CLUSTER_PREFIX = "{tattle}";

/** Handles a job: `name` is that of a recurring job, `id` that of an outbox row. */
export type Handler = (job: { name: string; id: string }) => Promise<unknown>;

export type Queues = ReturnType<typeof openQueues>;

/** Opens the queues. Nothing is connected before the first use. Close them when done. */
export function openQueues({ databaseUrl, redisUrl, isCluster = false }: QueueConnection) {
  const onPostgres = withBackend(createPostgresBackend);
  const onRedis = withBackend(createRedisBackend);
  const opened = new Map<QueueName, Queue | ReturnType<typeof openQueue>>();
  const workers: { close: () => Promise<void> }[] = [];
  const connections: (Redis | Cluster)[] = [];
  const prefixed = isCluster ? { prefix: CLUSTER_PREFIX } : {};
  const closings: (() => void | Promise<void>)[] = [];

  const postgres = (max: number) => ({ ...resilientPool, connectionString: databaseUrl, migrate: true, max });
  const redis = (options: RedisOptions) => {
    const connection = openRedis({ redisUrl: redisUrl ?? "", isCluster }, options);
    // Queues and workers report errors of their connections. Without a listener here they would end the process.
    connection.on("error", () => {});
    connections.push(connection);
    return connection;
  };

  function openQueue(name: QueueName) {
    const options = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true } };
    // A producer fails fast: the poller replaces a lost wake-up.
    const failFast = { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false };
    const queue = redisUrl
      ? new onRedis.Queue(name, { ...options, ...prefixed, connection: redis(failFast) })
      : new onPostgres.Queue(name, { ...options, connection: postgres(2) });
    queue.on("error", (fault: Error) => log.warn({ queue: name, fault: fault.message }, "the queue is away"));
    return queue;
  }

  const queueOf = (name: QueueName) => {
    const queue = opened.get(name) ?? openQueue(name);
    opened.set(name, queue);
    return queue;
  };

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
      // A consumer waits until its server is back.
      const waiting = { maxRetriesPerRequest: null };
      const options = { concurrency, lockDuration: STALLED_AFTER_MS, stalledInterval: STALLED_AFTER_MS };
      const worker = redisUrl
        ? new onRedis.Worker(name, process, { ...prefixed, ...options, connection: redis(waiting) })
        : new onPostgres.Worker(name, process, { ...options, connection: postgres(4) });
      worker.on("error", (fault: Error) =>
        log.warn({ queue: name, fault: fault.message }, "the queue is away"),
      );
      worker.on("failed", (job, fault) =>
        log.error({ queue: name, job: job?.name, err: fault }, "a job failed"),
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
    onClose(act: () => void | Promise<void>): void {
      closings.push(act);
    },

    /** Waits for running jobs, then closes all connections. */
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(closings.map((act) => act()));
      await Promise.all([...opened.values()].map((queue) => queue.close()));
      for (const connection of connections) connection.disconnect();
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
    }),
  );
