import { newBrowserToken, parseBrowserId } from "@/lib/people/users/known-browser";
import { DAY_MS } from "@/lib/rules/durations";
import { readCookie, setCookie } from "./cookie";

const COOKIE = "tattle.known-browser";

/** The id of this browser if it has signed in to the account with this email address before; null otherwise. */
export const knownBrowser = async (email: string): Promise<string | null> =>
  parseBrowserId(await readCookie(COOKIE), email);

/** Call it when a person has proved that the account is theirs. Signing out does not forget the browser. */
export async function rememberBrowser(email: string): Promise<void> {
  if (!(await knownBrowser(email))) await setCookie(COOKIE, newBrowserToken(email), 365 * DAY_MS);
}
