import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { authenticate } from "@/lib/users/authenticate";
import { credentials } from "@/lib/users/input";

// next-auth reads its own address from here and nowhere else.
process.env.NEXTAUTH_URL ??= env.APP_URL;

export const authOptions: AuthOptions = {
  secret: env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET,
  session: { strategy: "jwt", maxAge: 30 * 24 * 60 * 60 },
  pages: { signIn: "/sign-in", error: "/sign-in" },
  providers: [
    CredentialsProvider({
      credentials: { email: {}, password: {} },
      async authorize(given) {
        const typed = credentials.safeParse(given);
        return typed.success ? await authenticate(typed.data) : null;
      },
    }),
  ],
  callbacks: {
    // The token says who, and nothing else: everything else is asked of the database, where it may have changed.
    jwt: ({ token, user }) => ({ ...token, sub: user?.id ?? token.sub }),
    session: ({ session, token }) => ({ ...session, userId: token.sub }),
  },
  logger: {
    error: (code, details) =>
      log.error({ code, fault: details instanceof Error ? details.message : undefined }),
    warn: (code) => log.warn({ code }),
    debug: () => {},
  },
};

declare module "next-auth" {
  interface Session {
    userId?: string;
  }
}
