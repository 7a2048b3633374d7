import { currentProxyPerson } from "@/app/auth/proxy-person";
import { env } from "@/lib/platform/env";

/** Where a person goes who has signed out. One whom a proxy signed in would be signed in again at once, so they go to its page. */
export async function afterSignOut(): Promise<string> {
  if (!(await currentProxyPerson())) return "/sign-in";
  return env.AUTH_PROXY_SIGN_OUT_URL ?? "/sign-in?left";
}
