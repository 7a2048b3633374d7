import { decrypt } from "@/lib/platform/encrypt";
import { invalid } from "@/lib/platform/refusal";

const MAX_URL_CHARACTERS = 2_000;

/** Parses the URL of a channel as a user entered it. Refuses it with the reason if it cannot be used. */
export function parseTarget(text: string): URL {
  const refuse = (message: string) => invalid([{ attribute: "url", message }]);
  const trimmed = text.trim();
  if (!trimmed) throw refuse("can't be blank");
  if (trimmed.length > MAX_URL_CHARACTERS)
    throw refuse(`is too long (maximum is ${MAX_URL_CHARACTERS.toLocaleString("en")} characters)`);
  if (!URL.canParse(trimmed)) throw refuse("must be a URL such as https://example.com/hook");
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse("must start with https:// or http://");
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw refuse("must have its user name and password percent-encoded (write % as %25)");
  }
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const MASK = "•••";

/** The URL with its credentials masked, for people who may manage channels. */
export function maskCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username) url.username = MASK;
  if (url.password) url.password = MASK;
  return url.toString().replaceAll(encodeURI(MASK), MASK);
}

/** The URL without path and credentials, for every member of the case: with some services the path alone allows posting. */
export function maskPath(text: string): string {
  if (!URL.canParse(text)) return MASK;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}/${pathname === "/" && !search ? "" : "…"}`;
}

const maskTarget = (storedUrl: string) => maskCredentials(decrypt(storedUrl));

/** `maskPath` of a URL as the database stores it. */
export const hostOfTarget = (storedUrl: string) => maskPath(decrypt(storedUrl));

/** The function that shows a stored URL to a person, by whether this person may manage channels. */
export const targetFor = (isManager: boolean) => (isManager ? maskTarget : hostOfTarget);
