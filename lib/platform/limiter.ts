import { remember } from "@epic-web/remember";
import type { Cluster, Redis } from "ioredis";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { pool } from "./db";
import { env } from "./env";
import { openOutageLog } from "./log-outage";
import { openRedis } from "./redis";

/** The state of one counter after a request. */
export type RateLimit = { limit: number; remaining: number; resetAt: Date; isExceeded: boolean };

type Limit = {
  /** Limits with different names count separately. */
  name: string;
  limit: number;
  windowSeconds: number;
  redisUrl?: string;
};

export type Limiter = ReturnType<typeof openLimiter>;

/** A rate limiter that counts in a store that all web processes share: Redis if there is one, Postgres otherwise. */
export function openLimiter({ name, limit, windowSeconds, redisUrl }: Limit) {
  const options = {
    points: limit,
    duration: windowSeconds,
    keyPrefix: `tattle:${name}`,
    // A client over its limit is refused from memory, so that a flood of requests does not cause a write each.
    inMemoryBlockOnConsumed: limit,
    // While the store is unavailable, each process counts separately.
    insuranceLimiter: new RateLimiterMemory({ points: limit, duration: windowSeconds }),
  };
  const counter = redisUrl
    ? new RateLimiterRedis({ ...options, storeClient: connectionTo(redisUrl), rejectIfRedisNotReady: true })
    : new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        // It would guess it from the name of the class.
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
      });

  return {
    /** Counts one request. */
    async consume(key: string, now: Date): Promise<RateLimit> {
      const { isExceeded, count } = await counter.consume(key).then(
        (count) => ({ isExceeded: false, count }),
        // The library rejects with the count if the limit is exceeded, and with an error otherwise.
        (reason: unknown) => {
          if (reason instanceof RateLimiterRes) return { isExceeded: true, count: reason };
          throw reason;
        },
      );
      const resetAt = new Date(now.getTime() + Math.max(count.msBeforeNext, 0));
      return { limit, remaining: isExceeded ? 0 : count.remainingPoints, resetAt, isExceeded };
    },

    /** Resets the counter to zero. */
    async reset(key: string): Promise<void> {
      await counter.delete(key);
    },
  };
}

/** The limiter of this name, opened on first use. Shared, because Next.js loads modules more than once. */
export const sharedLimiter = (limit: Omit<Limit, "redisUrl">): Limiter =>
  remember(`tattle.limiter.${limit.name}`, () => openLimiter({ ...limit, redisUrl: env.REDIS_URL }));

const connections = new Map<string, Redis | Cluster>();

/** One connection for each URL, shared by all limiters of this process. */
function connectionTo(redisUrl: string) {
  const existing = connections.get(redisUrl);
  if (existing) return existing;
  const address = { redisUrl, isCluster: env.REDIS_CLUSTER, sentinelName: env.REDIS_SENTINEL };
  const redis = openRedis(address, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const outage = openOutageLog({
    failing: "the rate limit store is unavailable: this process counts separately",
    working: "the rate limit store is available again",
  });
  redis.on("error", (error) => outage.failed({ error: error.message }));
  redis.on("ready", outage.worked);
  connections.set(redisUrl, redis);
  return redis;
}

/** Whole seconds until the counter resets, at least 1: the value of a `Retry-After` header. */
export const secondsUntilReset = ({ resetAt }: RateLimit, now: Date) =>
  Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
