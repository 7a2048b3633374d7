import { NextRequest } from "next/server";
import { decode, encode, getToken, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { SESSION_LIFETIME_MS, type Session } from "@/lib/people/users/sessions";
import { authSecret, authSecrets } from "@/lib/platform/auth-secret";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/rules/durations";
import { IS_SECURE } from "./cookie";
import { refuseIssuedLater } from "./issued-at";

/** The cookie that names the session, as next-auth calls it. */
export const SESSION_COOKIE = `${IS_SECURE ? "__Secure-" : ""}next-auth.session-token`;

/** The value of that cookie. It names only the session: everything else may change, so it is read from the database. */
export const encodeSession = ({ id, userId, key }: Session): Promise<string> =>
  encode({
    token: { sub: userId, sessionId: id, sessionKey: key },
    secret: authSecret(),
    maxAge: SESSION_LIFETIME_MS / SECOND_MS,
  });

/** Reads a value that was encrypted with the current secret or the previous one, so that changing the secret signs no one out. */
export async function decodeSession({ token }: Pick<JWTDecodeParams, "token">): Promise<JWT | null> {
  let reason: unknown;
  for (const secret of authSecrets())
    try {
      const payload = await decode({ token, secret });
      if (payload) refuseIssuedLater(payload);
      return payload;
    } catch (error) {
      reason = error;
    }
  throw reason;
}

/** The session in the cookies of a request. It may have been ended since: only the database knows. Null if there is none. */
export async function readSession(cookie: string, proxyIdentity: string | null): Promise<Session | null> {
  const req = new NextRequest(env.APP_URL, { headers: { cookie } });
  const token = await getToken({
    req,
    secret: authSecret(),
    cookieName: SESSION_COOKIE,
    decode: decodeSession,
  });
  const { sub, sessionId, sessionKey } = token ?? {};
  // Cookies from before sessions had rows lack the id: their owners sign in again.
  if (!sub || !sessionId || !sessionKey) return null;
  return { id: sessionId, userId: sub, key: sessionKey, proxyIdentity };
}

declare module "next-auth/jwt" {
  interface JWT {
    iat?: number;
    sessionId?: string;
    sessionKey?: string;
  }
}
