import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Client, IdTokenClaims, TokenSet, UserinfoResponse } from "openid-client";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";
import { SESSION_LIFETIME_MS } from "@/lib/people/users/sessions";
import { nameOfIssuer } from "@/lib/people/users/single-sign-on";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/rules/durations";
import { findClaim, readGroups } from "@/lib/rules/read-groups";
import { refuseIssuedLater } from "./issued-at";

type Settings = { issuer: string; clientId: string; clientSecret: string };

/** What the issuer says of a person: claims of the ID token and, for what that lacks, of the userinfo endpoint. */
export type Claims = { sub: string; email?: string; email_verified?: unknown; [claim: string]: unknown };

/** Any OpenID Connect issuer. next-auth discovers its endpoints and keys at each sign-in. */
export function oidc({ issuer, clientId, clientSecret }: Settings): OAuthConfig<Claims> {
  return {
    id: "oidc",
    name: nameOfIssuer(issuer),
    type: "oauth",
    wellKnown: wellKnownOf(issuer),
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    // An age obliges the issuer to say when it asked the person.
    authorization: { params: { scope: env.OIDC_SCOPES, max_age: SESSION_LIFETIME_MS / SECOND_MS } },
    token: {
      request: async ({ client, params, checks, provider }) => {
        // Before the code and the secret go to an address that only this document names.
        refuseOtherIssuer(issuer, client.issuer.metadata.issuer);
        return { tokens: await client.callback(provider.callbackUrl, params, checks) };
      },
    },
    userinfo: {
      request: ({ client, tokens }) => readClaims(client, tokens as TokenSet),
    },
    // The person’s id is unique only at its issuer, and OIDC_ISSUER may change.
    profile: ({ sub, email, email_verified }) => ({
      id: subjectAt(issuer, sub),
      email: typeof email === "string" && isTrue(email_verified) ? email : null,
    }),
  };
}

/** How identities name a person of an issuer. */
export const subjectAt = (issuer: string, sub: string): string => `${issuer} ${sub}`;

/**
 * Whether the issuer is asked again while a session lasts: where it decides who comes in, or what they may do. Otherwise a session that
 * began there is one like any other.
 */
export const isAskedAgain = (): boolean =>
  env.OIDC_ISSUER !== undefined && (arePasswordsOff() || env.OIDC_ROLES.length > 0);

/** What the issuer says of a person in these tokens. */
export async function readClaims(client: Client, tokens: TokenSet): Promise<Claims> {
  const claims = tokens.claims();
  refuseIssuedLater(claims);
  if (hasAll(claims) || !client.issuer.metadata.userinfo_endpoint) return claims;
  return merge(claims, await client.userinfo(tokens.access_token ?? ""));
}

/** The address of the document that describes an issuer. */
export const wellKnownOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** OpenID Connect Discovery 1.0, 4.3: the document must be about the issuer that was asked. */
export function refuseOtherIssuer(expected: string, actual: string): void {
  if (actual.replace(/\/$/, "") === expected.replace(/\/$/, "")) return;
  throw new Error(`The issuer at ${expected} calls itself ${actual}. Correct OIDC_ISSUER.`);
}

/** Some issuers write it as text. */
const isTrue = (claim: unknown) => claim === true || claim === "true";

const hasAll = (claims: IdTokenClaims) =>
  hasAddress(claims) && (env.OIDC_ROLES.length === 0 || hasGroups(claims));

const hasAddress = ({ email, email_verified }: IdTokenClaims) =>
  email !== undefined && email_verified !== undefined;

const hasGroups = (claims: IdTokenClaims) => findClaim(claims, env.OIDC_GROUPS_CLAIM) !== undefined;

/** The issuer’s id of its own session with the person. Null if it does not tell it. */
export const sidIn = ({ sid }: Record<string, unknown>): string | null =>
  typeof sid === "string" ? sid : null;

/** The groups that the issuer says the person is in. */
export const groupsIn = (claims: Record<string, unknown>): string[] =>
  readGroups(claims, env.OIDC_GROUPS_CLAIM);

/** The ID token’s claims win. Whether an address is verified is said only of the address next to it. */
function merge(claims: IdTokenClaims, userinfo: UserinfoResponse): Claims {
  if (userinfo.sub !== claims.sub) throw new Error("The userinfo endpoint describes another person.");
  const { email, email_verified } = hasAddress(claims) ? claims : userinfo;
  return { ...userinfo, ...claims, email, email_verified };
}
