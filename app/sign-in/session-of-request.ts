import type { IncomingMessage } from "node:http";
import { readProxyPerson } from "@/lib/people/users/proxy-person";
import { findSignedIn, type SignedIn } from "@/lib/people/users/sessions";
import { readSession } from "./session-cookie";

/** The signed-in user of a request that Next.js has not seen yet. Null without a valid session. */
export async function signedInBy({ headers }: Pick<IncomingMessage, "headers">): Promise<SignedIn | null> {
  const { cookie } = headers;
  if (!cookie) return null;
  const proxyIdentity = readProxyPerson((name) => String(headers[name] ?? ""))?.identity ?? null;
  const session = await readSession(cookie, proxyIdentity);
  return session && findSignedIn(session, new Date());
}
