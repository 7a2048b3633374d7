import { remember } from "@epic-web/remember";
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Logout } from "@/lib/people/users/single-sign-on";
import { env } from "@/lib/platform/env";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { CLOCK_TOLERANCE_SECONDS } from "./issued-at";
import { findIssuer } from "./issuer";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Signatures only: neither `none`, nor HMAC, whose key would be a public one. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const MAX_AGE_MS = 5 * MINUTE_MS;
const TOLERANCE_MS = CLOCK_TOLERANCE_SECONDS * SECOND_MS;

type Keys = { issuer: string; keys: JWTVerifyGetKey };

// Next.js loads this module more than once.
const cache = remember("tattle.issuer-keys", () => ({ keys: undefined as Promise<Keys> | undefined }));

/** The keys of the issuer, which are read again when a token has another one. A failure is not kept. */
function issuerKeys(issuerUrl: string): Promise<Keys> {
  cache.keys ??= findKeys(issuerUrl).catch((error) => {
    cache.keys = undefined;
    throw error;
  });
  return cache.keys;
}

async function findKeys(issuerUrl: string): Promise<Keys> {
  const { metadata } = await findIssuer(issuerUrl);
  if (!metadata.jwks_uri) throw new Error(`The issuer at ${issuerUrl} has no keys.`);
  return { issuer: metadata.issuer, keys: createRemoteJWKSet(new URL(metadata.jwks_uri)) };
}

/**
 * What a logout token says (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws if it is not one of our issuer for us, of the last
 * minutes.
 */
export async function readLogoutToken(token: string, now: Date): Promise<Logout> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID } = env;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) throw new Error("There is no issuer.");
  const { issuer, keys } = await issuerKeys(OIDC_ISSUER);
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: OIDC_CLIENT_ID,
    algorithms: ALGORITHMS,
    requiredClaims: ["iat", "jti"],
    maxTokenAge: MAX_AGE_MS / SECOND_MS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: now,
  });
  if (!/^(?:application\/)?(?:logout\+)?jwt$/i.test(protectedHeader.typ ?? "JWT"))
    throw new Error("It is a token of another type.");
  const { events, nonce, jti, sub, sid } = payload as JWTPayload & { events?: unknown; sid?: unknown };
  const event = isObject(events) && Object.hasOwn(events, EVENT) ? events[EVENT] : undefined;
  if (!isObject(event)) throw new Error("It isn’t about a logout.");
  if (nonce !== undefined) throw new Error("It has a nonce, which only ID tokens have.");
  const claims = { sub: toText(sub), sid: toText(sid) };
  if (claims.sub === null && claims.sid === null) throw new Error("It names neither a person nor a session.");
  if (!jti) throw new Error("It has no id.");
  const expiresAt = new Date(now.getTime() + MAX_AGE_MS + 2 * TOLERANCE_MS);
  // As identities name the issuer.
  return { issuer: OIDC_ISSUER, jti, ...claims, expiresAt };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toText = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
