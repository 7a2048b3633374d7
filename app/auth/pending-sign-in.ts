import { cookies } from "next/headers";
import { safeRedirect } from "@/app/(account)/safe-redirect";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/rules/durations";
import {
  findPendingSignIn,
  PENDING_LIFETIME_MS,
  type PendingSignIn,
  startIfSecondFactorNeeded,
  takeCompleteSignIn,
} from "@/lib/second-factors/pending-sign-in";

const COOKIE = "tattle.pending-sign-in";

/** The page that asks for the second factor. */
export const SECOND_STEP = "/sign-in/second-step";

/** The page that asks for the second factor and leads to `to` afterwards, if it is a page of this site. */
export const secondStepPath = (to: unknown): string =>
  `${SECOND_STEP}?to=${encodeURIComponent(safeRedirect(to))}`;

/** Keeps the token of a sign-in that is not complete, or has no session yet, in this browser. */
export async function keepPendingSignIn(token: string): Promise<void> {
  (await cookies()).set(COOKIE, token, {
    httpOnly: true,
    sameSite: "lax",
    secure: env.APP_URL.startsWith("https:"),
    maxAge: PENDING_LIFETIME_MS / SECOND_MS,
  });
}

/**
 * Call it when the first factor was right. Returns whether the person has to show a second one: then the sign-in waits for it
 * in this browser.
 */
export async function needsSecondFactor(userId: string, method: string): Promise<boolean> {
  const token = await startIfSecondFactorNeeded(userId, method, new Date());
  if (token) await keepPendingSignIn(token);
  return token !== null;
}

/** The sign-in of this browser that waits for its second factor. Null if there is none. */
export async function currentPendingSignIn(): Promise<PendingSignIn | null> {
  const token = (await cookies()).get(COOKIE)?.value;
  return token ? findPendingSignIn(token, new Date()) : null;
}

/** The complete sign-in of this browser, which becomes a session now. Null if there is none. */
export async function takeSignIn() {
  const jar = await cookies();
  const token = jar.get(COOKIE)?.value;
  if (!token) return null;
  jar.delete(COOKIE);
  return takeCompleteSignIn(token, new Date());
}
