import { maskCredentials, webhookUrl } from "@/lib/channel-kinds/webhook";
import { decrypt } from "@/lib/platform/encrypt";
import { invalid } from "@/lib/platform/refusal";

/** Parses the URL of a webhook as a user entered it. Refuses it with the reason if it cannot be used. */
export function parseTarget(text: string): string {
  const result = webhookUrl.safeParse(text);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ message }) => ({ attribute: "url", message })));
}

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

/** The function that shows a stored URL to a person, by whether this person may manage channels. */
export const targetFor = (isManager: boolean) => (isManager ? maskTarget : hostOfTarget);
