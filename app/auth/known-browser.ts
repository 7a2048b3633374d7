import { cookies } from "next/headers";
import { env } from "@/lib/platform/env";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";
import { newBrowserToken, parseBrowserId } from "@/lib/users/known-browser";

const COOKIE = "tattle.known-browser";

/** The id of this browser if it has signed in to the account with this e-mail address before; null otherwise. */
export async function knownBrowser(email: string): Promise<string | null> {
  const token = (await cookies()).get(COOKIE)?.value;
  return token ? parseBrowserId(token, email) : null;
}

/** Call it when a person has proved that the account is theirs. Signing out does not forget the browser. */
export async function rememberBrowser(email: string): Promise<void> {
  if (await knownBrowser(email)) return;
  (await cookies()).set(COOKIE, newBrowserToken(email), {
    httpOnly: true,
    sameSite: "lax",
    secure: env.APP_URL.startsWith("https:"),
    maxAge: (365 * DAY_MS) / SECOND_MS,
  });
}
