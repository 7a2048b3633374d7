import { Redis } from "ioredis";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { pool } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

const WINDOW_SECONDS = 60;

/** What an API key may still ask for. */
export type Allowance = { limit: number; remaining: number; resetAt: Date; isExceeded: boolean };

export type Limiter = ReturnType<typeof openLimiter>;

/** Counts in the store that all web processes share: Redis if there is one, Postgres otherwise. */
export function openLimiter(limit: number, redisUrl?: string) {
  const options = {
    points: limit,
    duration: WINDOW_SECONDS,
    keyPrefix: "tattle:api",
    // A key that has used its allowance up is turned away from memory: a flood does not become a write each.
    inMemoryBlockOnConsumed: limit,
    // While the store is away, every process counts for itself.
    insuranceLimiter: new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS }),
  };
  const counter = redisUrl
    ? new RateLimiterRedis({ ...options, storeClient: openRedis(redisUrl), rejectIfRedisNotReady: true })
    : new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        tableName: "rate_limits",
        tableCreated: true,
      });

  return async function spend(apiKeyId: string, now: Date): Promise<Allowance> {
    const { isExceeded, count } = await counter.consume(apiKeyId).then(
      (count) => ({ isExceeded: false, count }),
      (count: unknown) => {
        if (count instanceof RateLimiterRes) return { isExceeded: true, count };
        throw count;
      },
    );
    const resetAt = new Date(now.getTime() + Math.max(count.msBeforeNext, 0));
    return { limit, remaining: isExceeded ? 0 : count.remainingPoints, resetAt, isExceeded };
  };
}

function openRedis(url: string) {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on("error", (fault) => log.warn({ fault: fault.message }, "the store of rate limits is away"));
  return redis;
}

/** Next.js reloads modules while developing: the connection must survive that. */
const kept = globalThis as { tattleLimiter?: Limiter };

/** Counts one request against the API key that signs it. */
export function spendRequest(apiKeyId: string, now: Date): Promise<Allowance> {
  kept.tattleLimiter ??= openLimiter(env.API_RATE_PER_MINUTE, env.REDIS_URL);
  return kept.tattleLimiter(apiKeyId, now);
}

export const secondsUntil = ({ resetAt }: Allowance, now: Date) =>
  Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));

export const rateHeaders = ({ limit, remaining, resetAt }: Allowance) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(Math.ceil(resetAt.getTime() / 1000)),
});
