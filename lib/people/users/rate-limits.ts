import { secondsUntilReset, sharedLimiter } from "@/lib/platform/limiter";
import { toNetwork } from "@/lib/platform/network";
import { Refusal } from "@/lib/platform/refusal";
import { formatCount } from "@/lib/rules/format-count";

const MINUTE_SECONDS = 60;

/**
 * “address” is an IP address. Many people may share one, so its limits are higher. “browser” is one that has signed in to
 * the account before.
 *
 * Three of an authenticator app's million codes are valid at a time: with 50 guesses a day, one succeeds in 18 years. Attempts in
 * browsers that signed in before are counted apart, so that no guessing locks their owner out.
 *
 * When `sign-in-link-by-email` is exceeded, the mailbox has a link that still works: the window is as long as the link is valid.
 */
const LIMITS = {
  "sign-in-by-browser": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-email-and-address": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-address": { limit: 200, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-by-email": { limit: 100, windowSeconds: 15 * MINUTE_SECONDS },
  "password-check-by-session": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "code-by-browser": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "code-by-user-in-known-browsers": { limit: 50, windowSeconds: 24 * 60 * MINUTE_SECONDS },
  "code-by-user-and-address": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "code-by-address": { limit: 100, windowSeconds: 15 * MINUTE_SECONDS },
  "code-by-user": { limit: 50, windowSeconds: 24 * 60 * MINUTE_SECONDS },
  "recovery-code-by-user-and-address": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "set-up-code-by-address": { limit: 10, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-up-by-address": { limit: 100, windowSeconds: 60 * MINUTE_SECONDS },
  "sign-in-link-by-browser": { limit: 3, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-link-by-email-and-address": { limit: 3, windowSeconds: 15 * MINUTE_SECONDS },
  "sign-in-link-by-email": { limit: 5, windowSeconds: 15 * MINUTE_SECONDS },
  "email-request-by-email-and-address": { limit: 3, windowSeconds: 60 * MINUTE_SECONDS },
  "email-request-by-address": { limit: 60, windowSeconds: 60 * MINUTE_SECONDS },
  "email-request-by-email": { limit: 5, windowSeconds: 60 * MINUTE_SECONDS },
  "test-mail-by-user": { limit: 10, windowSeconds: 10 * MINUTE_SECONDS },
} as const;

type LimitName = keyof typeof LIMITS;

/** Where an attempt comes from. `browser` is the id of a browser that has signed in to the account before; else null. */
export type AttemptSource = { address: string; browser: string | null };

const findLimiter = (name: LimitName) => sharedLimiter({ name, ...LIMITS[name] });

/** Counter keys have a limited length in the database. */
const toKey = (text: string) => text.toLowerCase().slice(0, 200);

const buildPair = (email: string, address: string) => `${toNetwork(address)} ${email}`;

/**
 * Counts one attempt in each counter, in this order, and refuses at the first limit that is exceeded. The most specific
 * counter comes first: attempts that it refuses must not use up the counters that other people share.
 */
async function countAttempt(counters: [LimitName, string][], now: Date): Promise<void> {
  for (const [name, key] of counters) {
    const state = await findLimiter(name).consume(toKey(key), now);
    if (state.isExceeded) throw tooManyAttempts(secondsUntilReset(state, now));
  }
}

function tooManyAttempts(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  return new Refusal("rate_limited", `Too many attempts. Try again in ${formatCount(minutes, "minute")}.`);
}

/** The first counter of an attempt to sign in: that of the browser, or else of the network for this email address. */
const firstSignInCounter = (email: string, { address, browser }: AttemptSource): [LimitName, string] =>
  browser ? ["sign-in-by-browser", browser] : ["sign-in-by-email-and-address", buildPair(email, address)];

/** Counts an attempt to sign in. A browser that has signed in before is counted on its own, so that no attack locks it out. */
export function countSignInAttempt(email: string, source: AttemptSource, now: Date): Promise<void> {
  const first = firstSignInCounter(email, source);
  if (source.browser) return countAttempt([first], now);
  const shared: [LimitName, string][] = [
    ["sign-in-by-address", toNetwork(source.address)],
    ["sign-in-by-email", email],
  ];
  return countAttempt([first, ...shared], now);
}

/** Call it after a successful sign-in. Only the first counter is reset: attempts from elsewhere may be guesses. */
export async function resetSignInAttempts(email: string, source: AttemptSource): Promise<void> {
  const [name, key] = firstSignInCounter(email, source);
  await findLimiter(name).reset(toKey(key));
}

/** Counts a code of an authenticator app: by the browser if it has signed in to the account before, else by the network. */
export function countCode(userId: string, { address, browser }: AttemptSource, now: Date): Promise<void> {
  const counters: [LimitName, string][] = browser
    ? [
        ["code-by-browser", browser],
        ["code-by-user-in-known-browsers", userId],
      ]
    : [
        ["code-by-user-and-address", buildPair(userId, address)],
        ["code-by-address", toNetwork(address)],
        ["code-by-user", userId],
      ];
  return countAttempt(counters, now);
}

/**
 * Counts a recovery code, only by network: its 79 random bits cannot be guessed, and it must work while the codes of the app are
 * refused.
 */
export const countRecoveryCode = (userId: string, address: string, now: Date) =>
  countAttempt(
    [
      ["recovery-code-by-user-and-address", buildPair(userId, address)],
      ["code-by-address", toNetwork(address)],
    ],
    now,
  );

/** Counts a passkey, by network: it cannot be guessed, but verifying it takes time. */
export const countPasskey = (address: string, now: Date) =>
  countAttempt([["sign-in-by-address", toNetwork(address)]], now);

/** Counts the current password that a signed-in user types, in each session on its own. */
export const countPasswordCheck = (sessionId: string, now: Date) =>
  countAttempt([["password-check-by-session", sessionId]], now);

export const countSignUpAttempt = (address: string, now: Date) =>
  countAttempt([["sign-up-by-address", toNetwork(address)]], now);

/** Counts a wrong code for the first account. The right one is never refused: its 59 random bits cannot be guessed. */
export const countWrongSetUpCode = (address: string, now: Date) =>
  countAttempt([["set-up-code-by-address", toNetwork(address)]], now);

/** Counts a test email of the operator: the mail server may count them, too. */
export const countTestMail = (userId: string, now: Date) =>
  countAttempt([["test-mail-by-user", userId]], now);

/** Counts a request for a link that signs in or resets the password. */
export function countSignInLinkRequest(
  email: string,
  { address, browser }: AttemptSource,
  now: Date,
): Promise<void> {
  if (browser) return countAttempt([["sign-in-link-by-browser", browser]], now);
  const counters: [LimitName, string][] = [
    ["sign-in-link-by-email-and-address", buildPair(email, address)],
    ["email-request-by-address", toNetwork(address)],
    ["sign-in-link-by-email", email],
  ];
  return countAttempt(counters, now);
}

/** Counts a request to send any other email to this address: anyone may make one for any address. */
export const countEmailRequest = (email: string, address: string, now: Date) =>
  countAttempt(
    [
      ["email-request-by-email-and-address", buildPair(email, address)],
      ["email-request-by-address", toNetwork(address)],
      ["email-request-by-email", email],
    ],
    now,
  );
