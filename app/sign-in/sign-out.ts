import { headers } from "next/headers";
import { readClientAddress } from "@/lib/http/peer-address";
import { endSession } from "@/lib/people/users/sessions";
import { env } from "@/lib/platform/env";
import { deleteCookie } from "./cookie";
import { currentProxyPerson } from "./proxy-person";
import { currentSession } from "./session";
import { SESSION_COOKIE } from "./session-cookie";

/** Ends the session of this browser only. */
export async function endCurrentSession(): Promise<void> {
  const session = await currentSession();
  if (!session) return;
  const address = readClientAddress(await headers());
  await endSession(session.userId, session.id, "account.signed_out", address);
}

/**
 * Signs this browser out, and returns where its person goes. One whom a proxy signed in would be signed in again at once, so they go to
 * its page.
 */
export async function signOut(): Promise<string> {
  await endCurrentSession();
  await deleteCookie(SESSION_COOKIE);
  if (!(await currentProxyPerson())) return "/sign-in";
  return env.AUTH_PROXY_SIGN_OUT_URL ?? "/sign-in?left";
}
