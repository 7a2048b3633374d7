import { setTimeout as sleep } from "node:timers/promises";
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Job,
  withBackend,
} from "bullmq";
import type { RedisOptions } from "ioredis";
import type { Pool } from "pg";
import { SECOND_MS } from "@/lib/rules/durations";
import { openUnnamedPool, resilientPool } from "./pool";
import { openRedis, type RedisAddress } from "./redis";

/** Where BullMQ keeps its jobs: in Redis if `redisUrl` is set, otherwise in Postgres. */
export type QueueConnection = { databaseUrl: string } & Partial<RedisAddress>;

type Process = (job: Job) => Promise<unknown>;

export type WorkerSettings = {
  /** How many jobs it processes side by side. */
  concurrency: number;
  /** How often it looks for jobs of workers that are considered dead. The second look that finds one takes it over. */
  takeOverEveryMs: number;
};
type Listener = { onWorking: () => void };

export type QueueBackend = ReturnType<typeof openQueueBackend>;

/** A worker that has not reported for this time is considered dead, and others take over its jobs. */
const STALLED_AFTER_MS = 30 * SECOND_MS;

/** How long a worker waits after an error of its server. BullMQ tries again at once after most errors. */
const RETRY_MS = 5 * SECOND_MS;

/** A server that is unavailable must not delay the end of this process. */
const CLOSE_TIMEOUT_MS = SECOND_MS;

/**
 * How long a worker on Postgres waits for a job before it asks again, in seconds. Postgres announces jobs, and asking takes
 * several queries. On Redis, where asking is cheap, BullMQ's 5 s also show soon that the server is unavailable.
 */
const POSTGRES_DRAIN_DELAY = 60;

const PRODUCER_OPTIONS = { defaultJobOptions: { removeOnComplete: true, removeOnFail: true } };
const consumerOptions = ({ concurrency, takeOverEveryMs }: WorkerSettings) => ({
  concurrency,
  lockDuration: STALLED_AFTER_MS,
  stalledInterval: takeOverEveryMs,
});

/**
 * Opens BullMQ queues and workers on one server, each with a `close` that works while the server is unavailable; `close` ends what they
 * share. `onWorking` is called whenever a worker got a response.
 */
export function openQueueBackend({ databaseUrl, redisUrl, ...rest }: QueueConnection, listener: Listener) {
  return redisUrl ? openOnRedis({ redisUrl, ...rest }, listener) : openOnPostgres(databaseUrl, listener);
}

/**
 * The client of the connection that waits for jobs. It emits the loss of its connection after everyone who awaits a result
 * that arrived before the loss has it. BullMQ begins to listen for errors when the connection has opened, and to wait when
 * LISTEN has succeeded: of a server that shut down in the same moment it heard too early, and waited for a minute on a
 * connection that was lost.
 */
class WaitingClient extends resilientPool.Client {
  override emit(event: string, ...args: unknown[]): boolean {
    if (event === "error") setImmediate(() => super.emit(event, ...args));
    else super.emit(event, ...args);
    return this.listenerCount(event) > 0;
  }
}

/**
 * Creates backends that share the pool of the first one. BullMQ opens one for each queue and each worker: at rest each would keep a
 * connection, which takes 5 MB. It opens the connection that waits for jobs with pg's own client.
 */
function sharePool() {
  let shared: Pool | undefined;
  const create: typeof createPostgresBackend = (...args) => {
    const backend = createPostgresBackend(...args);
    // With the options of the pool that BullMQ has made, which has opened nothing.
    shared ??= openUnnamedPool((backend.connection.pool as Pool).options);
    Object.assign(backend.connection, {
      pool: shared,
      ownsPool: false,
      pgModule: { Client: WaitingClient },
    });
    return backend;
  };
  return { create, close: async () => shared?.end() };
}

/** The most connections to Postgres of a process that adds jobs, and of its workers, besides those that wait for jobs. */
const PRODUCER_CONNECTIONS = 4;
const WORKER_CONNECTIONS = 8;

function openOnPostgres(databaseUrl: string, listener: Listener) {
  const [producers, consumers] = [sharePool(), sharePool()];
  const { Queue } = withBackend(patient(producers.create, listener));
  const { Worker } = withBackend(patient(consumers.create, listener));
  const connection = { ...resilientPool, connectionString: databaseUrl, migrate: true };
  return {
    openQueue(name: string) {
      const options = { ...PRODUCER_OPTIONS, connection: { ...connection, max: PRODUCER_CONNECTIONS } };
      const bull = new Queue(name, options);
      // A Postgres that cannot write says so in other places: it is the truth for everything.
      const checkWrites = async () => {};
      return { bull, checkWrites, close: () => inTime(bull.close()) };
    },
    openWorker(name: string, settings: WorkerSettings, process: Process) {
      const options = {
        ...consumerOptions(settings),
        drainDelay: POSTGRES_DRAIN_DELAY,
        connection: { ...connection, max: WORKER_CONNECTIONS },
      };
      const bull = new Worker(name, process, options);
      return { bull, close: () => inTime(bull.close(true)) };
    },
    close: () => inTime(Promise.all([producers.close(), consumers.close()])),
  };
}

/** Redis Cluster keeps keys with the same word in braces on one node, which BullMQ requires. */
const CLUSTER_PREFIX = "{tattle}";

/** Written to check that Redis accepts writes. At its memory limit it only responds to reads. */
const WRITE_CHECK = "tattle:write-check";
const WRITE_CHECK_SECONDS = 60;

/** A producer fails fast: the poller replaces a lost wake-up. */
const FAIL_FAST: RedisOptions = { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false };
/** A consumer waits until its server is back. */
const WAIT: RedisOptions = { maxRetriesPerRequest: null };

function openOnRedis(address: RedisAddress, listener: Listener) {
  const { Queue, Worker } = withBackend(patient(createRedisBackend, listener));
  const prefix = address.isCluster ? { prefix: CLUSTER_PREFIX } : {};
  const connect = (options: RedisOptions) => {
    const connection = openRedis(address, options);
    // Queues and workers report errors of their connections. Without a listener here they would end the process.
    connection.on("error", () => {});
    return connection;
  };
  return {
    openQueue(name: string) {
      const connection = connect(FAIL_FAST);
      const bull = new Queue(name, { ...PRODUCER_OPTIONS, ...prefix, connection });
      const checkWrites = async () => {
        await connection.set(WRITE_CHECK, "", "EX", WRITE_CHECK_SECONDS);
      };
      // BullMQ does not close a connection that it was given.
      return { bull, checkWrites, close: () => inTime(bull.close()).finally(() => connection.disconnect()) };
    },
    openWorker(name: string, settings: WorkerSettings, process: Process) {
      const connection = connect(WAIT);
      const bull = new Worker(name, process, { ...consumerOptions(settings), ...prefix, connection });
      return { bull, close: () => inTime(bull.close(true)).finally(() => connection.disconnect()) };
    },
    close: async () => {},
  };
}

/**
 * Makes workers wait after an error. BullMQ waits only if the connection was refused: at any other error, such as a Redis
 * without memory, it asks again at once, thousands of times a second.
 */
function patient<Backend extends IQueueBackend, Connection>(
  create: BackendFactory<Backend, Connection>,
  { onWorking }: Listener,
): BackendFactory<Backend, Connection> {
  return (...args) => {
    const backend = create(...args);
    const [takeJob, waitForJob] = [backend.moveToActive.bind(backend), backend.waitForJob.bind(backend)];
    const pause = async (error: Error) => {
      await sleep(RETRY_MS, undefined, { ref: false });
      throw error;
    };
    backend.moveToActive = async (...parameters) => {
      const job = await takeJob(...parameters).catch(pause);
      onWorking();
      return job;
    };
    backend.waitForJob = (...parameters) => waitForJob(...parameters).catch(pause);
    return backend;
  };
}

/** Resolves when the closing has ended, but at the latest after a second. */
async function inTime(closing: Promise<unknown>): Promise<void> {
  const timeout = sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false });
  await Promise.race([closing.catch(() => {}), timeout]);
}
