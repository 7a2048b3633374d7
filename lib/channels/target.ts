import { findKind } from "@/lib/channel-kinds/find";
import { maskCredentials, webhookUrl } from "@/lib/channel-kinds/webhook";
import { isPrivateLiteral } from "@/lib/http/public-address";
import { decrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { invalid, invalidAttribute } from "@/lib/platform/refusal";

/** Parses the URL of a webhook as a user entered it. Refuses it with the reason if it cannot be used. */
export function parseTarget(text: string): string {
  const result = webhookUrl.safeParse(text);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ message }) => ({ attribute: "url", message })));
}

/** Said of a URL that leads to a private network, to which nothing is sent. */
const IS_PRIVATE =
  "points to a private network address, which is not allowed. The operator can allow it with ALLOW_PRIVATE_TARGETS=on";

type Settings = Record<string, string>;

/**
 * The host of a receiver that anyone may run, if these settings bring a new one; null if it is that of the settings before, or private
 * addresses are allowed. Refuses a host that is a private address itself.
 */
export function findNewHost(kind: string, settings: Settings, before?: Settings): string | null {
  const { hosts, takesUrl } = findKind(kind);
  if (env.ALLOW_PRIVATE_TARGETS || !(takesUrl || hosts === "any") || !settings.url) return null;
  const url = new URL(settings.url);
  if (before?.url && new URL(before.url).hostname === url.hostname) return null;
  if (isPrivateLiteral(url)) throw privateTarget();
  return url.hostname.replace(/^\[|\]$/g, "");
}

export const privateTarget = () => invalidAttribute("settings.url", IS_PRIVATE);

const UNKNOWN = "•••";

/** The URL without path and credentials, for every member of the case: with some services the path alone allows posting. */
export function maskPath(text: string): string {
  if (!URL.canParse(text)) return UNKNOWN;
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}/${pathname === "/" && !search ? "" : "…"}`;
}

const maskTarget = (storedUrl: string) => maskCredentials(decrypt(storedUrl));

/** `maskPath` of a URL as the database stores it. */
export const hostOfTarget = (storedUrl: string) => maskPath(decrypt(storedUrl));

/** The host of such a URL, without protocol and path. A mark if no one can read it anymore, because AUTH_SECRET is another one. */
export function readableHost(storedUrl: string): string {
  try {
    return new URL(decrypt(storedUrl)).host;
  } catch {
    return UNKNOWN;
  }
}

/** The function that shows a stored URL to a person, by whether this person may manage channels. */
export const targetFor = (isManager: boolean) => (isManager ? maskTarget : hostOfTarget);
