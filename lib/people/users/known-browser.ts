import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { newId } from "@/lib/platform/new-id";

/** Sets these tokens apart from other texts that are encrypted with the same key. */
const PURPOSE = "known browser";

/** A token for the cookie of a browser that has signed in to the account with this email address. */
export const newBrowserToken = (email: string) => encrypt(JSON.stringify([PURPOSE, newId(), email]));

/** The id of the browser that has this token. Null if the token was made for another account, or not by us. */
export function parseBrowserId(token: string, email: string): string | null {
  try {
    const [purpose, id, owner] = JSON.parse(decrypt(token));
    return purpose === PURPOSE && owner === email ? id : null;
  } catch {
    return null;
  }
}
