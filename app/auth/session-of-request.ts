import type { IncomingMessage } from "node:http";
import { NextRequest } from "next/server";
import { getToken } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { readProxyPerson } from "@/lib/users/proxy-person";
import { findSignedIn, type SignedIn } from "@/lib/users/sessions";
import { decodeSession } from "./decode-session";
import { authOptions } from "./options";

/** The signed-in user of a request that Next.js has not seen yet. Null without a valid session. */
export async function signedInBy({ headers }: Pick<IncomingMessage, "headers">): Promise<SignedIn | null> {
  const { cookie } = headers;
  if (!cookie) return null;
  const req = new NextRequest(env.APP_URL, { headers: { cookie } });
  const token = await getToken({ req, secret: authOptions.secret, decode: decodeSession });
  const { sub, sessionId, sessionKey } = token ?? {};
  if (!sub || !sessionId || !sessionKey) return null;
  const proxyIdentity = readProxyPerson((name) => String(headers[name] ?? ""))?.identity ?? null;
  return findSignedIn({ id: sessionId, userId: sub, key: sessionKey, proxyIdentity }, new Date());
}
