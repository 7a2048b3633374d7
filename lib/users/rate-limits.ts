import { remember } from "@epic-web/remember";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";
import { type Limiter, openLimiter, type RateLimit, secondsUntil } from "@/lib/platform/limiter";
import { Refusal } from "@/lib/platform/refusal";

const MINUTE_SECONDS = 60;

/**
 * How often somebody may try, by what it is counted. Networks share an address, so that one may try more often. A person
 * is kept out for long by nobody else's wrong passwords: only those from their own network count soon.
 */
const LIMITS = {
  "sign-in-by-both": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-email": { limit: 100, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-address": { limit: 200, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-up-by-address": { limit: 100, windowSeconds: 60 * MINUTE_SECONDS },
  "letter-by-email": { limit: 5, windowSeconds: 60 * MINUTE_SECONDS },
  "letter-by-address": { limit: 60, windowSeconds: 60 * MINUTE_SECONDS },
} as const;

type Name = keyof typeof LIMITS;

const limiterOf = (name: Name): Limiter =>
  remember(`tattle.limiter.${name}`, () => openLimiter({ name, ...LIMITS[name], redisUrl: env.REDIS_URL }));

/** Keys of counters are of limited length. */
const keyOf = (text: string) => text.toLowerCase().slice(0, 200);

/** Whoever has one address of IPv6 has its whole network, of 64 bits, to try from. */
function placeOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return new ipaddr.IPv6([...ipaddr.IPv6.parse(address).parts.slice(0, 4), 0, 0, 0, 0]).toString();
}

const bothOf = (email: string, address: string) => `${placeOf(address)} ${email}`;

/** Counts one try for each of these, and refuses when one of them has had too many. */
async function spend(tries: [Name, string][], now: Date): Promise<void> {
  const allowances = await Promise.all(tries.map(([name, key]) => limiterOf(name).consume(keyOf(key), now)));
  const exceeded = allowances.filter(({ isExceeded }) => isExceeded);
  if (exceeded.length > 0) throw tooMany(exceeded, now);
}

function tooMany(exceeded: RateLimit[], now: Date): Refusal {
  const minutes = Math.ceil(Math.max(...exceeded.map((allowance) => secondsUntil(allowance, now))) / 60);
  return new Refusal(
    "rate_limited",
    `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`,
  );
}

export const countSignInAttempt = (email: string, address: string, now: Date) =>
  spend(
    [
      ["sign-in-by-both", bothOf(email, address)],
      ["sign-in-by-email", email],
      ["sign-in-by-address", placeOf(address)],
    ],
    now,
  );

/** Whoever knows the password has not been guessing; somewhere else somebody may. */
export const resetSignInAttempts = (email: string, address: string) =>
  limiterOf("sign-in-by-both").reset(keyOf(bothOf(email, address)));

export const countSignUpAttempt = (address: string, now: Date) =>
  spend([["sign-up-by-address", placeOf(address)]], now);

/** Counts a letter that anybody can have sent to anybody. */
export const countEmailRequest = (email: string, address: string, now: Date) =>
  spend(
    [
      ["letter-by-email", email],
      ["letter-by-address", placeOf(address)],
    ],
    now,
  );
