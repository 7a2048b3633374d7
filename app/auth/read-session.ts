import { NextRequest } from "next/server";
import { getToken } from "next-auth/jwt";
import { authSecret } from "@/lib/platform/auth-secret";
import { env } from "@/lib/platform/env";
import type { Session } from "@/lib/users/sessions";
import { decodeSession } from "./decode-session";
import "./next-auth-url";

/**
 * The session in the signed cookie of a request. It may have been ended since: only the database knows. Null if there is none.
 * next-auth's own function would also renew the cookie: five times the work, and a page cannot send one.
 */
export async function readSession(cookie: string, proxyIdentity: string | null): Promise<Session | null> {
  const req = new NextRequest(env.APP_URL, { headers: { cookie } });
  const token = await getToken({ req, secret: authSecret(), decode: decodeSession });
  const { sub, sessionId, sessionKey } = token ?? {};
  // Cookies from before sessions had rows lack the id: their owners sign in again.
  if (!sub || !sessionId || !sessionKey) return null;
  return { id: sessionId, userId: sub, key: sessionKey, proxyIdentity };
}
