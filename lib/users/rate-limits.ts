import { remember } from "@epic-web/remember";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";
import { type Limiter, openLimiter, type RateLimit, secondsUntilReset } from "@/lib/platform/limiter";
import { Refusal } from "@/lib/platform/refusal";

const MINUTE_SECONDS = 60;

/**
 * “address” is an IP address. Many people may share one, so its limits are higher. The limit per e-mail address alone is
 * high, too: wrong passwords from another network must not lock a user out easily.
 */
const LIMITS = {
  "sign-in-by-email-and-address": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-email": { limit: 100, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-address": { limit: 200, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-up-by-address": { limit: 100, windowSeconds: 60 * MINUTE_SECONDS },
  "email-request-by-email": { limit: 5, windowSeconds: 60 * MINUTE_SECONDS },
  "email-request-by-address": { limit: 60, windowSeconds: 60 * MINUTE_SECONDS },
} as const;

type LimitName = keyof typeof LIMITS;

const limiterOf = (name: LimitName): Limiter =>
  remember(`tattle.limiter.${name}`, () => openLimiter({ name, ...LIMITS[name], redisUrl: env.REDIS_URL }));

/** Counter keys have a limited length in the database. */
const keyOf = (text: string) => text.toLowerCase().slice(0, 200);

/** The /64 network of an IPv6 address, because one person usually has the whole network. An IPv4 address is unchanged. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return new ipaddr.IPv6([...ipaddr.IPv6.parse(address).parts.slice(0, 4), 0, 0, 0, 0]).toString();
}

const pairOf = (email: string, address: string) => `${networkOf(address)} ${email}`;

/** Counts one attempt in each counter. Refuses if one of the limits is exceeded. */
async function countAttempt(counters: [LimitName, string][], now: Date): Promise<void> {
  const states = await Promise.all(counters.map(([name, key]) => limiterOf(name).consume(keyOf(key), now)));
  const exceeded = states.filter(({ isExceeded }) => isExceeded);
  if (exceeded.length > 0) throw tooManyAttempts(exceeded, now);
}

function tooManyAttempts(exceeded: RateLimit[], now: Date): Refusal {
  const minutes = Math.ceil(Math.max(...exceeded.map((state) => secondsUntilReset(state, now))) / 60);
  return new Refusal(
    "rate_limited",
    `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`,
  );
}

export const countSignInAttempt = (email: string, address: string, now: Date) =>
  countAttempt(
    [
      ["sign-in-by-email-and-address", pairOf(email, address)],
      ["sign-in-by-email", email],
      ["sign-in-by-address", networkOf(address)],
    ],
    now,
  );

/** Call it after a successful sign-in. Only the counter of this network is reset: attempts from elsewhere may be guesses. */
export const resetSignInAttempts = (email: string, address: string) =>
  limiterOf("sign-in-by-email-and-address").reset(keyOf(pairOf(email, address)));

export const countSignUpAttempt = (address: string, now: Date) =>
  countAttempt([["sign-up-by-address", networkOf(address)]], now);

/** Counts a request to send an e-mail to this address: anybody may make one for any address. */
export const countEmailRequest = (email: string, address: string, now: Date) =>
  countAttempt(
    [
      ["email-request-by-email", email],
      ["email-request-by-address", networkOf(address)],
    ],
    now,
  );
