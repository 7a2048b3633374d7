import { headers } from "next/headers";
import type { Account, Profile } from "next-auth";
import { readClientAddress } from "@/lib/http/peer-address";
import { type ProviderAccount, signInWithProvider } from "@/lib/people/accounts/sign-in-with-provider";
import type { ProxyPerson } from "@/lib/people/users/proxy-person";
import { SINGLE_SIGN_ON, storeSingleSignOn } from "@/lib/people/users/single-sign-on";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { MINUTE_MS } from "@/lib/rules/durations";
import { beginSession } from "./begin-session";
import { readCookie, setCookie } from "./cookie";
import { findAskedAt } from "./issuer";
import { groupsIn, isAskedAgain, sidIn } from "./oidc";

const SET_UP_COOKIE = "tattle.set-up-code";

/** Stores the set-up code that a person typed, while they are at the provider with which they sign up. */
export const storeSetUpCode = (code: string): Promise<void> => setCookie(SET_UP_COOKIE, code, 10 * MINUTE_MS);

/**
 * Signs in a person who comes from a provider, and returns the page to show next: `path` if there is nothing else to do. `email` is
 * null unless the provider has verified it. `profile`: its claims.
 */
export async function signInAtProvider(
  { provider, providerAccountId: subject, refresh_token }: Account,
  email: string | null,
  profile: Profile | undefined,
  path: string,
): Promise<string> {
  const claims = provider === "oidc" && env.OIDC_ISSUER ? { ...profile } : null;
  const groups = claims && groupsIn(claims);
  const person = await findPerson({ provider, subject, email: email?.trim().toLowerCase() || null, groups });
  if ("page" in person) return person.page;
  if (!claims) return beginSession({ ...person, method: provider }, path);
  const refreshToken = isAskedAgain() ? (refresh_token ?? null) : null;
  const now = new Date();
  const signOn = { subject, sid: sidIn(claims), refreshToken };
  const singleSignOnId = await storeSingleSignOn(person.userId, signOn, now);
  const askedAt = await findAskedAt(env.OIDC_ISSUER ?? "", claims, now);
  return beginSession({ ...person, method: SINGLE_SIGN_ON, askedAt, singleSignOnId }, path);
}

/** The same for a person whom the proxy in front has signed in. It has asked for what it wants to know: no second factor is needed. */
export async function signInAtProxy({ email, groups, identity }: ProxyPerson, path: string): Promise<string> {
  const person = await findPerson({ provider: "proxy", subject: email ?? "", email, groups });
  if ("page" in person) return person.page;
  return beginSession({ ...person, method: "proxy", proxyIdentity: identity }, path);
}

/** Finds or creates the account of a person. Without one, it is the page that says why. */
async function findPerson(account: ProviderAccount): Promise<{ userId: string } | { page: string }> {
  const { provider, subject } = account;
  const address = readClientAddress(await headers());
  const applicant = { address, setUpCode: await readCookie(SET_UP_COOKIE) };
  try {
    const userId = await signInWithProvider(account, applicant, new Date());
    if (userId) return { userId };
    log.warn({ address, provider, subject, reason: "no account for this person" }, "sign-in refused");
    return { page: `/sign-in?error=${provider === "proxy" ? "proxy" : "provider"}` };
  } catch (error) {
    // The first account needs the set-up code, which only the sign-up page asks for.
    if (error instanceof Refusal) return { page: "/sign-up?error=set-up" };
    throw error;
  }
}
