import { env } from "@/lib/platform/env";

/** The path to go to after signing in: `to` if it is a path of this site, otherwise “/”. Visitors control `to`. */
export function safeRedirect(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/") || !URL.canParse(to, env.APP_URL)) return "/";
  const { origin, pathname, search } = new URL(to, env.APP_URL);
  // “/.//evil.test” normalizes to “//evil.test”, which browsers read as another site.
  const isSameSite = origin === new URL(env.APP_URL).origin && !pathname.startsWith("//");
  return isSameSite ? `${pathname}${search}` : "/";
}
