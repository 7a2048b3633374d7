import { cookies, headers } from "next/headers";
import { readClientAddress } from "@/lib/http/peer-address";
import {
  findPendingSignIn,
  PENDING_LIFETIME_MS,
  type PendingSignIn,
  startIfSecondFactorNeeded,
  takePendingSignIn,
} from "@/lib/people/second-factors/pending-sign-in";
import {
  deleteReplacedSession,
  endSession,
  SESSION_LIFETIME_MS,
  type SignIn,
  startSession,
} from "@/lib/people/users/sessions";
import { attachSession, SINGLE_SIGN_ON } from "@/lib/people/users/single-sign-on";
import { readBrowserZone } from "./browser-zone";
import { deleteCookie, readCookie, setCookie } from "./cookie";
import { rememberBrowser } from "./known-browser";
import { safeRedirect } from "./safe-redirect";
import { encodeSession, readSession, SESSION_COOKIE } from "./session-cookie";

/** Who has shown that they are this user, and how. `singleSignOnId`: their sign-in at the operator's issuer. */
type Proof = Omit<SignIn, "userAgent" | "address" | "browserZone"> & {
  userId: string;
  singleSignOnId?: string;
};

/**
 * Begins a session in this browser: every way to sign in ends here. Returns the page to show next: `path`, or first the one that asks
 * for the second factor.
 */
export async function beginSession(
  { userId, singleSignOnId, ...shown }: Proof,
  path: string,
): Promise<string> {
  const [now, received] = [new Date(), await headers()];
  const address = readClientAddress(received);
  const browser = { userAgent: received.get("user-agent") ?? "", browserZone: await readBrowserZone() };
  const signIn = { ...shown, ...browser, address };
  const session = await startSession(userId, signIn, now);
  if (!session) {
    const token = await startIfSecondFactorNeeded(userId, shown.method, now, singleSignOnId);
    if (!token) return SIGN_IN;
    await setCookie(PENDING_COOKIE, token, PENDING_LIFETIME_MS);
    return `${SIGN_IN}/second-step?to=${encodeURIComponent(safeRedirect(path))}`;
  }
  // The issuer may have ended the sign-in while a second factor was asked for.
  if (singleSignOnId && !(await attachSession(singleSignOnId, session, now))) {
    await endSession(userId, session.id, "account.session_ended", address);
    return SIGN_IN;
  }
  const before = await readSession((await cookies()).toString(), null);
  if (before) await deleteReplacedSession(userId, before.id);
  await setCookie(SESSION_COOKIE, await encodeSession(session), SESSION_LIFETIME_MS);
  await rememberBrowser(session.email);
  return path;
}

const SIGN_IN = "/sign-in";
const PENDING_COOKIE = "tattle.pending-sign-in";

/** The sign-in of this browser that waits for its second factor. Null if there is none. */
export async function currentPendingSignIn(): Promise<PendingSignIn | null> {
  const token = await readCookie(PENDING_COOKIE);
  return token ? findPendingSignIn(token, new Date()) : null;
}

/** Begins the session of a sign-in that waited, when its second factor was correct. Returns the page to show next. */
export async function finishSignIn(
  { id, method, user }: PendingSignIn,
  secondFactor: string,
  path: string,
): Promise<string> {
  await deleteCookie(PENDING_COOKIE);
  if (!(await takePendingSignIn(id))) return SIGN_IN;
  const singleSignOnId = method === SINGLE_SIGN_ON ? id : undefined;
  return beginSession({ userId: user.id, method, secondFactor, singleSignOnId }, path);
}
