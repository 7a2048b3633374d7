import { env } from "@/lib/env";

/** Where to go after signing in: only ever a page of ours, whatever the address bar said. */
export function landing(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/") || !URL.canParse(to, env.APP_URL)) return "/";
  const { origin, pathname, search } = new URL(to, env.APP_URL);
  return origin === new URL(env.APP_URL).origin ? `${pathname}${search}` : "/";
}
