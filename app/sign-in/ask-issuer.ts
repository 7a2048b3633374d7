import { headers } from "next/headers";
import { errors } from "openid-client";
import { applyGroupRoles } from "@/lib/cases/group-roles";
import { readClientAddress } from "@/lib/http/peer-address";
import type { SignedIn } from "@/lib/people/users/sessions";
import {
  type DueRefresh,
  endRefusedSession,
  storeRefreshToken,
  takeDueRefresh,
} from "@/lib/people/users/single-sign-on";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { findIssuer } from "./issuer";
import { type Claims, groupsIn, isAskedAgain, readClaims, subjectAt } from "./oidc";

/**
 * Asks the issuer, at most every five minutes, what it says now of a person who signed in there: they get the roles of their groups of
 * today. False if it no longer confirms their sign-in: then the session is over. While it cannot be reached, everything stays as it is.
 */
export async function isStillSignedInAtIssuer(user: SignedIn, sessionId: string): Promise<boolean> {
  const due = isAskedAgain() ? await takeDueRefresh(sessionId, new Date()) : null;
  if (!due) return true;
  const response = await ask(due);
  if (response === "refused") {
    await endRefusedSession(due);
    return false;
  }
  if (response === "none") return true;
  const person = { id: user.id, email: user.email, address: readClientAddress(await headers()) };
  await applyGroupRoles(person, groupsIn(response), new Date());
  return true;
}

async function ask(due: DueRefresh): Promise<Claims | "refused" | "none"> {
  try {
    return await refresh(due);
  } catch (error) {
    if (isRefusal(error)) return "refused";
    log.warn({ err: error, subject: due.subject }, "the issuer could not be asked again about a session");
    return "none";
  }
}

async function refresh(due: DueRefresh): Promise<Claims> {
  const { OIDC_ISSUER = "", OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET } = env;
  const issuer = await findIssuer(OIDC_ISSUER);
  const client = new issuer.Client({ client_id: OIDC_CLIENT_ID, client_secret: OIDC_CLIENT_SECRET });
  const tokens = await client.refresh(due.refreshToken);
  if (tokens.refresh_token) await storeRefreshToken(due, tokens.refresh_token);
  const claims = tokens.id_token
    ? await readClaims(client, tokens)
    : await client.userinfo(tokens.access_token ?? "");
  if (subjectAt(OIDC_ISSUER, claims.sub) !== due.subject)
    throw new Error("The issuer describes another person than the one who signed in.");
  return claims;
}

/** The token has expired, or the issuer has ended what it represents: RFC 6749, 5.2. */
const isRefusal = (error: unknown) => error instanceof errors.OPError && error.error === "invalid_grant";
