import { env } from "@/lib/platform/env";

/** The path to go to after signing in. “/” unless `to` is a path of this site: it comes from the URL. */
export function safeRedirect(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/") || !URL.canParse(to, env.APP_URL)) return "/";
  const { origin, pathname, search } = new URL(to, env.APP_URL);
  // “/.//evil.test” normalizes to “//evil.test”, which browsers read as another site.
  const isSameSite = origin === new URL(env.APP_URL).origin && !pathname.startsWith("//");
  return isSameSite ? `${pathname}${search}` : "/";
}
