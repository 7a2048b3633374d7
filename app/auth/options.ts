import { cookies, headers } from "next/headers";
import { after } from "next/server";
import type { AuthOptions, Profile, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { type ProviderAccount, signInWithProvider } from "@/lib/accounts/sign-in-with-provider";
import { readClientAddress } from "@/lib/http/peer-address";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { SECOND_MS } from "@/lib/rules/durations";
import { recordFailedSignIn } from "@/lib/users/account-events";
import { credentials } from "@/lib/users/input";
import { signInByLink } from "@/lib/users/magic-link";
import { endSession, SESSION_LIFETIME_MS, startSession } from "@/lib/users/sessions";
import { signInWithPassword } from "@/lib/users/sign-in";
import { decodeSession } from "./decode-session";
import { findAskedAt } from "./issuer";
import { knownBrowser, rememberBrowser } from "./known-browser";
import "./next-auth-url";
import { groupsIn, isAskedAgain, sidIn } from "./oidc";
import { needsSecondFactor, secondStepPath, takeSignIn } from "./pending-sign-in";
import { providers } from "./providers";
import { currentProxyPerson } from "./proxy-person";
import { keptSetUpCode } from "./set-up-cookie";
import { signInAtProxy } from "./sign-in-at-proxy";
import { attachToIssuerSession, keepIssuerSession } from "./single-sign-on-cookie";

/** The provider that makes a session of a sign-in with both factors. */
export const COMPLETE_SIGN_IN = "complete";

/** What next-auth calls an error, and everybody can cause with one address. */
const BY_STRANGERS = new Set([
  "INVALID_CALLBACK_URL_ERROR",
  "OAUTH_CALLBACK_ERROR",
  "OAUTH_CALLBACK_HANDLER_ERROR",
]);

const clientAddress = (headers: Record<string, string> = {}) =>
  readClientAddress({ get: (name) => headers[name] ?? null });

export const authOptions: AuthOptions = {
  secret: env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET,
  session: { strategy: "jwt", maxAge: SESSION_LIFETIME_MS / SECOND_MS },
  jwt: { decode: decodeSession },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  providers: [
    CredentialsProvider({
      credentials: { email: {}, password: {} },
      async authorize(submitted, request) {
        const input = credentials.safeParse(submitted);
        if (!input.success) return null;
        const address = clientAddress(request.headers);
        return hideErrors(address, async () => {
          const source = { address, browser: await knownBrowser(input.data.email) };
          const person = await signInWithPassword(input.data, source, new Date());
          if (!person) after(() => recordFailedSignIn(input.data.email, source.address));
          return person;
        });
      },
    }),
    CredentialsProvider({
      id: "link",
      credentials: { token: {} },
      authorize(submitted, request) {
        const address = clientAddress(request.headers);
        return hideErrors(address, () => signInByLink(submitted?.token ?? "", address, new Date()));
      },
    }),
    // Has no fields: whoever has shown both factors has a cookie that says so.
    CredentialsProvider({
      id: COMPLETE_SIGN_IN,
      credentials: {},
      async authorize() {
        const signIn = await takeSignIn();
        return signIn && { ...signIn, id: signIn.userId };
      },
    }),
    // Has no fields: the proxy’s headers say who it is.
    CredentialsProvider({
      id: "proxy",
      credentials: {},
      async authorize(_, request) {
        const address = clientAddress(request.headers);
        return hideErrors(address, async () => {
          const person = await currentProxyPerson();
          const outcome = person && (await signInAtProxy(person));
          return outcome !== null && typeof outcome === "object" ? outcome : null;
        });
      },
    }),
    ...providers,
  ],
  callbacks: {
    // The token names only the session. Everything else may change, so it is read from the database.
    async jwt({ token: { sub, sessionId, sessionKey }, user, account, profile }) {
      if (!account) return { sub, sessionId, sessionKey };
      const id = account.type === "oauth" ? await signInWithAccount(account, user, profile) : user.id;
      const received = await headers();
      const signIn = {
        method: methodOf(account.provider, user),
        secondFactor: user.secondFactor,
        userAgent: received.get("user-agent") ?? "",
        address: readClientAddress(received),
        askedAt: await askedAtOf(account, profile),
        proxyIdentity: account.provider === "proxy" ? (await currentProxyPerson())?.identity : null,
      };
      const session = id ? await startSession(id, signIn, new Date()) : null;
      // The issuer may have ended the sign-in while a second factor was asked for.
      if (session && signIn.method === SINGLE_SIGN_ON && !(await attachToIssuerSession(session))) {
        await endSession(session.userId, session.id, "account.session_ended", signIn.address);
        return {};
      }
      if (session) await rememberBrowser(session.email);
      return { sub: session?.userId ?? "", sessionId: session?.id, sessionKey: session?.key };
    },
    async signIn({ account, user, profile }) {
      // A proxy has asked for what it wants to know: it is trusted as both factors.
      if (!account || account.provider === COMPLETE_SIGN_IN || account.provider === "proxy") return true;
      const method = methodOf(account.provider, user);
      if (account.type !== "oauth")
        return (await needsSecondFactor(user.id, method)) ? secondStepPath("/") : true;
      try {
        const id = await signInWithAccount(account, user, profile);
        if (id && account.provider === "oidc")
          await keepIssuerSession(id, {
            subject: account.providerAccountId,
            sid: sidIn({ ...profile }),
            refreshToken: isAskedAgain() ? (account.refresh_token ?? null) : null,
          });
        if (id) return (await needsSecondFactor(id, method)) ? secondStepPath(await wantedPath()) : true;
        logRefusal(readClientAddress(await headers()), `no account for this account at ${account.provider}`);
        return "/sign-in?error=provider";
      } catch (error) {
        // The first account needs the set-up code, which only the sign-up page asks for.
        if (error instanceof Refusal) return "/sign-up?error=set-up";
        throw error;
      }
    },
    // next-auth’s own fails on what is no URL, which everybody can send.
    redirect: ({ url, baseUrl }) => {
      const target = typeof url === "string" && URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
      return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
    },
    session: ({ session, token }) => ({ expires: session.expires, userId: token.sub }),
  },
  events: {
    // Otherwise a copy of the cookie would stay valid.
    async signOut({ token: { sub, sessionId } }) {
      if (!sub || !sessionId) return;
      await endSession(sub, sessionId, "account.signed_out", readClientAddress(await headers()));
    },
  },
  logger: {
    error(code, details) {
      // An expired or forged session cookie is not an error of ours.
      if (code === "JWT_SESSION_ERROR") return;
      const { message } = details instanceof Error ? details : (details.error ?? {});
      const level = BY_STRANGERS.has(code) ? "warn" : "error";
      log[level]({ code, error: message }, "next-auth error");
    },
    warn: (code) => log.warn({ code }, "next-auth warning"),
    debug: () => {},
  },
};

/** What the providers of next-auth are called in the audit log; others by their own name. */
const SINGLE_SIGN_ON = "single sign-on";
const METHODS: Record<string, string> = { credentials: "password", oidc: SINGLE_SIGN_ON };
const methodOf = (provider: string, { method }: User) => method ?? METHODS[provider] ?? provider;

/** When the operator’s issuer asked the person who they are. Undefined for other ways to sign in: they ask each time. */
const askedAtOf = async ({ provider }: { provider: string }, claims: Profile | undefined) =>
  provider === "oidc" && env.OIDC_ISSUER
    ? findAskedAt(env.OIDC_ISSUER, { ...claims }, new Date())
    : undefined;

/** The page that a person at a provider wanted to see, as next-auth keeps it. */
async function wantedPath(): Promise<string> {
  const jar = await cookies();
  const url = (jar.get("__Secure-next-auth.callback-url") ?? jar.get("next-auth.callback-url"))?.value ?? "";
  return url.startsWith(env.APP_URL) ? url.slice(env.APP_URL.length) : "/";
}

const logRefusal = (address: string, reason: string) => log.warn({ address, reason }, "sign-in refused");

/**
 * next-auth sends the message of a thrown error to the browser: an internal error is logged and replaced. A refusal, such as
 * after too many attempts, is logged too.
 */
async function hideErrors<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) {
      logRefusal(address, error.message);
      throw error;
    }
    log.error({ err: error }, "sign-in failed");
    throw new Error("Something went wrong on our side. Try again.");
  }
}

type OAuthAccount = { provider: string; providerAccountId: string };

/** `email` comes from the profile in `app/auth/providers.ts`: null unless the provider has verified it. */
async function signInWithAccount(
  account: OAuthAccount,
  { email }: { email?: string | null },
  claims: Profile | undefined,
): Promise<string | null> {
  const providerAccount: ProviderAccount = {
    provider: account.provider,
    subject: account.providerAccountId,
    email: email?.trim().toLowerCase() || null,
    groups: account.provider === "oidc" && claims ? groupsIn({ ...claims }) : null,
  };
  const applicant = { address: readClientAddress(await headers()), setUpCode: await keptSetUpCode() };
  return signInWithProvider(providerAccount, applicant, new Date());
}

declare module "next-auth" {
  interface User {
    /** How they signed in, if the provider does not say it, and the second factor that they have shown. */
    method?: string;
    secondFactor?: string;
  }
  interface Session {
    userId?: string;
    sessionId?: string;
    sessionKey?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
    sessionKey?: string;
  }
}
