import { headers } from "next/headers";
import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { type ProviderAccount, signInWithProvider } from "@/lib/accounts/sign-in-with-provider";
import { addressOf } from "@/lib/http/peer-address";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { authenticate } from "@/lib/users/authenticate";
import { credentials } from "@/lib/users/input";
import { signInByLink } from "@/lib/users/magic-link";
import { countSignInAttempt, resetSignInAttempts } from "@/lib/users/rate-limits";
import { sessionKeyOf } from "@/lib/users/sessions";
import { providers } from "./providers";

// next-auth reads its own address from here and nowhere else.
process.env.NEXTAUTH_URL ??= env.APP_URL;

const here = (headers: Record<string, string> = {}) => addressOf({ get: (name) => headers[name] ?? null });

export const authOptions: AuthOptions = {
  secret: env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET,
  session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  providers: [
    CredentialsProvider({
      credentials: { email: {}, password: {} },
      async authorize(given, request) {
        const typed = credentials.safeParse(given);
        if (!typed.success) return null;
        return knowingly(async () => {
          // Here, and not in the form: next-auth's own address can be asked without it.
          const address = here(request.headers);
          await countSignInAttempt(typed.data.email, address, new Date());
          const person = await authenticate(typed.data);
          if (person) await resetSignInAttempts(typed.data.email, address);
          return person;
        });
      },
    }),
    CredentialsProvider({
      id: "link",
      credentials: { token: {} },
      authorize: (given) =>
        knowingly(async () => ({ id: await signInByLink(given?.token ?? "", new Date()) })),
    }),
    ...providers,
  ],
  callbacks: {
    // The token says who, and nothing else: everything else is asked of the database, where it may have changed.
    async jwt({ token: { sub, sessionKey }, user, account }) {
      if (!account) return { sub, sessionKey };
      const id = account.type === "oauth" ? await identified(account, user) : user.id;
      return { sub: id ?? "", sessionKey: id ? await sessionKeyOf(id) : null };
    },
    async signIn({ account, user }) {
      if (account?.type !== "oauth") return true;
      return (await identified(account, user)) ? true : "/sign-in?error=provider";
    },
    session: ({ session, token }) => ({
      expires: session.expires,
      userId: token.sub,
      sessionKey: token.sessionKey,
    }),
  },
  logger: {
    error(code, details) {
      // A session whose time is over, or a made-up one: anybody may come with that.
      if (code === "JWT_SESSION_ERROR") return;
      log.error({ code, fault: details instanceof Error ? details.message : undefined });
    },
    warn: (code) => log.warn({ code }),
    debug: () => {},
  },
};

/** next-auth tells the browser what is thrown here: a fault of ours must not be, and would not be seen otherwise. */
async function knowingly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    log.error({ err: thrown }, "somebody could not sign in");
    throw new Error("Something went wrong on our side. Try again.");
  }
}

type Account = { provider: string; providerAccountId: string };

/** `email` is what `lib/auth/providers.ts` makes of a profile: null unless it is proved. */
async function identified(account: Account, { email }: { email?: string | null }): Promise<string | null> {
  const who: ProviderAccount = {
    provider: account.provider,
    subject: account.providerAccountId,
    email: email?.trim().toLowerCase() || null,
  };
  return signInWithProvider(who, addressOf(await headers()), new Date());
}

declare module "next-auth" {
  interface Session {
    userId?: string;
    sessionKey?: string | null;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    sessionKey?: string | null;
  }
}
