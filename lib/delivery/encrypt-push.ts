import type { Outgoing } from "@/lib/channel-kinds/kind";
import { vapidKeys } from "@/lib/channels/vapid-keys";
import { env } from "@/lib/platform/env";
import type { Sendable } from "./exchange";

/** Encrypts the body of a request for a browser (RFC 8291), and signs it for its push service (RFC 8292). */
export async function encryptPush(
  { url, headers, body }: Outgoing,
  { p256dh = "", auth = "" }: Record<string, string>,
): Promise<Sendable> {
  // Loaded only where a push message is sent.
  const { default: webPush } = await import("web-push");
  const subscription = { endpoint: url, keys: { p256dh, auth } };
  const details = webPush.generateRequestDetails(subscription, body, {
    vapidDetails: { subject: chooseVapidSubject(env.APP_URL, env.MAIL_FROM), ...(await vapidKeys()) },
    contentEncoding: "aes128gcm",
  });
  // Its own are of the same names, with defaults.
  return {
    method: "POST",
    url,
    headers: { ...toHeaderStrings(details.headers), ...headers, "Content-Type": "application/octet-stream" },
    body: details.body,
  };
}

/** undici sets the length itself. */
const toHeaderStrings = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name === "Content-Length" ? [] : [[name, String(value)]],
    ),
  );

/** Whom the makers of browsers ask about this installation: its URL, or the address that it sends email from. */
export function chooseVapidSubject(appUrl: string, mailFrom: string): string {
  if (appUrl.startsWith("https:")) return appUrl;
  const [, address = mailFrom] = /<([^>]*)>\s*$/.exec(mailFrom) ?? [];
  return `mailto:${address.trim()}`;
}
