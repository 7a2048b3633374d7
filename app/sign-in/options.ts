import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { credentials } from "@/lib/people/users/input";
import { SESSION_LIFETIME_MS } from "@/lib/people/users/sessions";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { SECOND_MS } from "@/lib/rules/durations";
import { beginSession } from "./begin-session";
import { COOKIE_OPTIONS, IS_SECURE, readCookie } from "./cookie";
import { findByPassword } from "./password";
import { signInAtProvider } from "./provider";
import { providers } from "./providers";
import { safeRedirect } from "./safe-redirect";
import { decodeSession, SESSION_COOKIE } from "./session-cookie";
import { endCurrentSession } from "./sign-out";

// next-auth reads its own URL only from this variable.
process.env.NEXTAUTH_URL ??= env.APP_URL;

/** The page that a person wanted to see, while they sign in. */
const WANTED_COOKIE = `${IS_SECURE ? "__Secure-" : ""}next-auth.callback-url`;

/** What next-auth calls an error, and everyone can cause with one address. */
const BY_STRANGERS = new Set([
  "INVALID_CALLBACK_URL_ERROR",
  "OAUTH_CALLBACK_ERROR",
  "OAUTH_CALLBACK_HANDLER_ERROR",
]);

/** next-auth speaks to the providers. It begins no session itself: `beginSession` does, in the callback `signIn`. */
export const authOptions: AuthOptions = {
  secret: env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET,
  session: { strategy: "jwt", maxAge: SESSION_LIFETIME_MS / SECOND_MS },
  jwt: { decode: decodeSession },
  cookies: {
    sessionToken: { name: SESSION_COOKIE, options: COOKIE_OPTIONS },
    callbackUrl: { name: WANTED_COOKIE, options: COOKIE_OPTIONS },
  },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  providers: [
    // Programs sign in by its URL; pages by a server action.
    CredentialsProvider({
      credentials: { email: {}, password: {} },
      async authorize(submitted) {
        const input = credentials.safeParse(submitted);
        return input.success ? findByPassword(input.data).catch(hideError) : null;
      },
    }),
    ...providers,
  ],
  callbacks: {
    // An address in place of `true` is where the browser goes, and next-auth itself does nothing more.
    async signIn({ account, user, profile }) {
      const wanted = safeRedirect(await readCookie(WANTED_COOKIE));
      const begun =
        account?.type === "oauth"
          ? signInAtProvider(account, user.email ?? null, profile, wanted)
          : beginSession({ userId: user.id, method: "password" }, wanted);
      return new URL(await begun.catch(hideError), env.APP_URL).href;
    },
    // next-auth’s own fails on what is not an URL, which everyone can send.
    redirect: ({ url, baseUrl }) => {
      const target = typeof url === "string" && URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
      return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
    },
    session: ({ session, token }) => ({ expires: session.expires, userId: token.sub }),
  },
  // Otherwise a copy of the cookie would stay valid.
  events: { signOut: endCurrentSession },
  logger: {
    error(code, details) {
      // An expired or forged session cookie is not one of our errors.
      if (code === "JWT_SESSION_ERROR") return;
      const { message } = details instanceof Error ? details : (details.error ?? {});
      const level = BY_STRANGERS.has(code) ? "warn" : "error";
      log[level]({ code, error: message }, "next-auth error");
    },
    warn: (code) => log.warn({ code }, "next-auth warning"),
    debug: () => {},
  },
};

/** next-auth sends the message of an error to the browser: one of ours is logged and replaced. */
function hideError(error: unknown): never {
  if (error instanceof Refusal) throw error;
  log.error({ err: error }, "sign-in failed");
  throw new Error("Something went wrong on our side. Try again.");
}

declare module "next-auth" {
  interface Session {
    userId?: string;
  }
}
