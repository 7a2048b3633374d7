import { createPostgresBackend, createRedisBackend, type Job, type Queue, withBackend } from "bullmq";
import type { Cluster, Redis, RedisOptions } from "ioredis";
import { env } from "./env";
import { log, withLogContext } from "./log";
import { STEADY } from "./pool";
import { openRedis } from "./redis";

/** What the queues carry. The sweep has one to itself: a slow receiver must not delay it. */
export type QueueName = (typeof NAMES)[number];
const NAMES = ["sweep", "outbox", "upkeep", "backups", "notices", "deliveries"] as const;

/** A worker that says nothing for so long is dead, and others take over the jobs it had begun. */
const SILENT_MS = 5_000;

/** Where the bell hangs: on Redis if there is one, on Postgres otherwise. */
type Place = { databaseUrl: string; redisUrl?: string; isCluster?: boolean };

/** A cluster keeps together what has the same word in braces: what BullMQ does in one step must be on one node. */
const CLUSTER_PREFIX = "{tattle}";

/** A job's handler gets what was rung: the name of a recurring job, or the id of a row. */
export type Handler = (rung: { name: string; id: string }) => Promise<unknown>;

export type Queues = ReturnType<typeof openQueues>;

/** Opens BullMQ in this place. Nothing is connected before the first use. Close it when done. */
export function openQueues({ databaseUrl, redisUrl, isCluster = false }: Place) {
  const onPostgres = withBackend(createPostgresBackend);
  const onRedis = withBackend(createRedisBackend);
  const opened = new Map<QueueName, Queue | ReturnType<typeof openQueue>>();
  const workers: { close: () => Promise<void> }[] = [];
  const connections: (Redis | Cluster)[] = [];
  const prefixed = isCluster ? { prefix: CLUSTER_PREFIX } : {};
  const closings: (() => void | Promise<void>)[] = [];

  const postgres = (max: number) => ({ ...STEADY, connectionString: databaseUrl, migrate: true, max });
  const redis = (options: RedisOptions) => {
    const connection = openRedis({ redisUrl: redisUrl ?? "", isCluster }, options);
    // Queues and workers report what befalls their connection; without a listener here it would end the process.
    connection.on("error", () => {});
    connections.push(connection);
    return connection;
  };

  function openQueue(name: QueueName) {
    const options = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true } };
    // A producer fails fast: whoever rings the bell must not wait for it.
    const hasty = { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false };
    const queue = redisUrl
      ? new onRedis.Queue(name, { ...options, ...prefixed, connection: redis(hasty) })
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
    /** Rings for each of these rows. Ringing twice for a row that still waits is ringing once. */
    async ring(name: QueueName, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await queueOf(name).addBulk(ids.map((id) => ({ name, data: {}, opts: { jobId: id } })));
    },

    /** Makes a job recur. Safe to repeat and from several processes: the name is its identity. */
    async recur(name: QueueName, job: string, how: { every: number } | { pattern: string; tz: string }) {
      await queueOf(name).upsertJobScheduler(job, how, { name: job, data: {} });
    },

    /** Works off a queue, so many jobs at a time, until closed. Resolves once it listens. */
    async workOff(name: QueueName, concurrency: number, handle: Handler): Promise<void> {
      const process = ({ name: job, id = "" }: Job) =>
        withLogContext({ queue: name, job, requestId: id }, () => handle({ name: job, id }));
      // A consumer waits for its server to come back.
      const patient = { maxRetriesPerRequest: null };
      const options = { concurrency, lockDuration: SILENT_MS, stalledInterval: SILENT_MS };
      const worker = redisUrl
        ? new onRedis.Worker(name, process, { ...prefixed, ...options, connection: redis(patient) })
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

    /** How many jobs wait in each queue. */
    async depths(): Promise<Record<QueueName, number>> {
      const waiting = await Promise.all(
        NAMES.map(async (name) => [name, await queueOf(name).getJobCountByTypes("waiting", "prioritized")]),
      );
      return Object.fromEntries(waiting);
    },

    /** Does this, too, when the queues are closed and nothing is rung for any more. */
    onClose(act: () => void | Promise<void>): void {
      closings.push(act);
    },

    /** Lets running jobs finish, then lets go of the server. */
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all(closings.map((act) => act()));
      await Promise.all([...opened.values()].map((queue) => queue.close()));
      for (const connection of connections) connection.disconnect();
    },
  };
}

const kept = globalThis as { tattleQueues?: Queues };

/** The queues of this process, in the place that the environment names. */
export function queues(): Queues {
  kept.tattleQueues ??= openQueues({
    databaseUrl: env.DATABASE_URL ?? "",
    redisUrl: env.REDIS_URL,
    isCluster: env.REDIS_CLUSTER,
  });
  return kept.tattleQueues;
}
