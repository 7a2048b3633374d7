import { env } from "@/lib/platform/env";

/** Where to go after signing in: only ever a page of ours, whatever the address bar said. */
export function safeRedirect(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/") || !URL.canParse(to, env.APP_URL)) return "/";
  const { origin, pathname, search } = new URL(to, env.APP_URL);
  // “/.//evil.test” is a path of ours, and without its dot another site.
  const isOurs = origin === new URL(env.APP_URL).origin && !pathname.startsWith("//");
  return isOurs ? `${pathname}${search}` : "/";
}
