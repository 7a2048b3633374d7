import type { Cluster, Redis } from "ioredis";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { pool } from "./db";
import { env } from "./env";
import { log } from "./log";
import { openRedis } from "./redis";

/** The state of one counter after a request. */
export type RateLimit = { limit: number; remaining: number; resetAt: Date; isExceeded: boolean };

type Limit = {
  /** What is counted; limits of different names do not know each other. */
  name: string;
  limit: number;
  windowSeconds: number;
  redisUrl?: string;
};

export type Limiter = ReturnType<typeof openLimiter>;

/** Counts in the store that all web processes share: Redis if there is one, Postgres otherwise. */
export function openLimiter({ name, limit, windowSeconds, redisUrl }: Limit) {
  const options = {
    points: limit,
    duration: windowSeconds,
    keyPrefix: `tattle:${name}`,
    // Who has used their allowance up is turned away from memory: a flood does not become a write each.
    inMemoryBlockOnConsumed: limit,
    // While the store is away, every process counts for itself.
    insuranceLimiter: new RateLimiterMemory({ points: limit, duration: windowSeconds }),
  };
  const counter = redisUrl
    ? new RateLimiterRedis({ ...options, storeClient: redisAt(redisUrl), rejectIfRedisNotReady: true })
    : new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        tableName: "rate_limits",
        tableCreated: true,
      });

  return {
    /** Counts one request. */
    async consume(key: string, now: Date): Promise<RateLimit> {
      const { isExceeded, count } = await counter.consume(key).then(
        (count) => ({ isExceeded: false, count }),
        (count: unknown) => {
          if (count instanceof RateLimiterRes) return { isExceeded: true, count };
          throw count;
        },
      );
      const resetAt = new Date(now.getTime() + Math.max(count.msBeforeNext, 0));
      return { limit, remaining: isExceeded ? 0 : count.remainingPoints, resetAt, isExceeded };
    },

    /** Sets the counter back to zero. */
    async reset(key: string): Promise<void> {
      await counter.delete(key);
    },
  };
}

const opened = new Map<string, Redis | Cluster>();

function redisAt(url: string) {
  const place = { redisUrl: url, isCluster: env.REDIS_CLUSTER };
  const redis = opened.get(url) ?? openRedis(place, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  if (!opened.has(url)) {
    redis.on("error", (fault) => log.warn({ fault: fault.message }, "the store of rate limits is away"));
  }
  opened.set(url, redis);
  return redis;
}

export const secondsUntil = ({ resetAt }: RateLimit, now: Date) =>
  Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
