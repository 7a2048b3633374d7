import { remember } from "@epic-web/remember";
import { env } from "@/lib/platform/env";
import { openLimiter, type RateLimit } from "@/lib/platform/limiter";

const WINDOW_SECONDS = 60;

/** Opens a limiter that counts requests per API key in windows of one minute. */
export const openApiLimiter = (limit: number, redisUrl?: string) =>
  openLimiter({ name: "api", limit, windowSeconds: WINDOW_SECONDS, redisUrl });

/** Counts one request of an API key. Returns the state of its limit. */
export function countRequest(apiKeyId: string, now: Date): Promise<RateLimit> {
  const limiter = remember("tattle.api-limiter", () =>
    openApiLimiter(env.API_RATE_PER_MINUTE, env.REDIS_URL),
  );
  return limiter.consume(apiKeyId, now);
}

export const rateHeaders = ({ limit, remaining, resetAt }: RateLimit) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(Math.ceil(resetAt.getTime() / 1000)),
});
