import { createPostgresBackend, createRedisBackend, type Job, withBackend } from "bullmq";
import type { Cluster, Redis, RedisOptions } from "ioredis";
import { resilientPool } from "./pool";
import { openRedis } from "./redis";

/** Where BullMQ keeps its jobs: in Redis if `redisUrl` is set, otherwise in Postgres. */
export type QueueConnection = { databaseUrl: string; redisUrl?: string; isCluster?: boolean };

export type QueueBackend = ReturnType<typeof openQueueBackend>;

type Process = (job: Job) => Promise<unknown>;

/** A worker that has shown no sign of life for this time is considered dead, and others take over its jobs. */
const STALLED_AFTER_MS = 5_000;

const PRODUCER_CONNECTIONS = 2;
const CONSUMER_CONNECTIONS = 4;

const PRODUCER_OPTIONS = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true } };
const consumerOptions = (concurrency: number) => ({
  concurrency,
  lockDuration: STALLED_AFTER_MS,
  stalledInterval: STALLED_AFTER_MS,
});

/** Opens BullMQ queues and workers on one server. */
export function openQueueBackend({ databaseUrl, redisUrl, isCluster = false }: QueueConnection) {
  return redisUrl ? openOnRedis(redisUrl, isCluster) : openOnPostgres(databaseUrl);
}

function openOnPostgres(databaseUrl: string) {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = (max: number) => ({
    ...resilientPool,
    connectionString: databaseUrl,
    migrate: true,
    max,
  });
  return {
    openQueue: (name: string) =>
      new Queue(name, { ...PRODUCER_OPTIONS, connection: connection(PRODUCER_CONNECTIONS) }),
    openWorker: (name: string, concurrency: number, process: Process) =>
      new Worker(name, process, {
        ...consumerOptions(concurrency),
        connection: connection(CONSUMER_CONNECTIONS),
      }),
    /** Queues and workers close their connections to Postgres themselves. */
    close() {},
  };
}

/** Redis Cluster keeps keys with the same word in braces on one node, which BullMQ requires. */
const CLUSTER_PREFIX = "{tattle}";

/** A producer fails fast: the poller replaces a lost wake-up. */
const FAIL_FAST: RedisOptions = { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false };
/** A consumer waits until its server is back. */
const WAIT: RedisOptions = { maxRetriesPerRequest: null };

function openOnRedis(redisUrl: string, isCluster: boolean) {
  const { Queue, Worker } = withBackend(createRedisBackend);
  const prefix = isCluster ? { prefix: CLUSTER_PREFIX } : {};
  const connections: (Redis | Cluster)[] = [];
  const connect = (options: RedisOptions) => {
    const connection = openRedis({ redisUrl, isCluster }, options);
    // Queues and workers report errors of their connections. Without a listener here they would end the process.
    connection.on("error", () => {});
    connections.push(connection);
    return connection;
  };
  return {
    openQueue: (name: string) =>
      new Queue(name, { ...PRODUCER_OPTIONS, ...prefix, connection: connect(FAIL_FAST) }),
    openWorker: (name: string, concurrency: number, process: Process) =>
      new Worker(name, process, { ...consumerOptions(concurrency), ...prefix, connection: connect(WAIT) }),
    /** Queues and workers do not close connections that they were given. */
    close() {
      for (const connection of connections) connection.disconnect();
    },
  };
}
