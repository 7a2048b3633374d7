import { env } from "@/lib/platform/env";
import { type Allowance, type Limiter, openLimiter } from "@/lib/platform/limiter";

const WINDOW_SECONDS = 60;

/** Counts requests by API key. */
export const openApiLimiter = (limit: number, redisUrl?: string) =>
  openLimiter({ name: "api", limit, windowSeconds: WINDOW_SECONDS, redisUrl });

/** Next.js reloads modules while developing: the connection must survive that. */
const kept = globalThis as { tattleLimiter?: Limiter };

/** Counts one request against the API key that signs it. */
export function spendRequest(apiKeyId: string, now: Date): Promise<Allowance> {
  kept.tattleLimiter ??= openApiLimiter(env.API_RATE_PER_MINUTE, env.REDIS_URL);
  return kept.tattleLimiter.spend(apiKeyId, now);
}

export const rateHeaders = ({ limit, remaining, resetAt }: Allowance) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(Math.ceil(resetAt.getTime() / 1000)),
});
