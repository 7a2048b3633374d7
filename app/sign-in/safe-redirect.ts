import { env } from "@/lib/platform/env";

/** The path to go to after signing in: that of `to` if it is a page of this site, otherwise “/”. Visitors control `to`. */
export function safeRedirect(to: unknown): string {
  if (typeof to !== "string" || !URL.canParse(to, env.APP_URL)) return "/";
  const { origin, pathname, search } = new URL(to, env.APP_URL);
  // “/.//evil.test” normalizes to “//evil.test”, which browsers read as another site.
  const isSameSite = origin === new URL(env.APP_URL).origin && !pathname.startsWith("//");
  return isSameSite ? `${pathname}${search}` : "/";
}
