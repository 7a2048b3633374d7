import { z } from "zod";
import { cutBytes } from "@/lib/rules/cut";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails, oneLine } from "./details";
import type { ChannelKind } from "./kind";
import { anyText, matching, optional } from "./settings";

// A push service takes 4,096 bytes, of which encryption needs 103.
const MAX_PAYLOAD_BYTES = 3_900;
const MAX_TITLE_BYTES = 300;
// As JSON a text may take twice its bytes: the shorter limit holds for all of them.
const BODY_BYTES = [3_000, 1_000];

const settings = z.object({
  endpoint: matching(/^https:\/\/[^\s/?#@]+\/\S*$/, "must be an https URL", {
    title: "Endpoint",
    description: "As the browser provides it.",
    example: "https://push.example.com/send/abc",
  }),
  p256dh: matching(/^B[\w-]{86}=?$/, "must be the public key of a subscription", {
    title: "Public key",
    description: "As the browser provides it: 65 bytes in base64url.",
    example: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  }),
  auth: matching(/^[\w-]{22}(==)?$/, "must be the secret of a subscription", {
    title: "Secret",
    description: "As the browser provides it: 16 bytes in base64url.",
    example: "tBHItJI5svbpez7KI4CCXg",
  }),
  browser: optional(
    anyText({
      title: "Browser",
      description: "The name people see.",
      example: "Firefox on Linux",
    }),
  ),
});

/**
 * What the service worker shows. `tag`: it replaces the notification with the same tag. `renotify`: with a sound, if so. `answers`: whether
 * `url` is a page that acts on the incident, so that the notification has its buttons.
 */
type Payload = { title: string; body: string; url: string; tag: string; renotify: boolean; answers?: true };

// In JSON, control characters, which no one can see, take six bytes each.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const visible = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f]/g, " ");

/** The message before encryption, as JSON. */
function buildPayload(notification: Notification): string {
  const actionUrl = isFailing(notification) ? notification.actionUrl : undefined;
  const payloads = BODY_BYTES.map((maxBytes) => {
    const fits = (text: string) => Buffer.byteLength(visible(text)) <= maxBytes;
    const payload: Payload = {
      title: cutBytes(visible(oneLine(buildTitle(notification))), MAX_TITLE_BYTES),
      body: cutBytes(visible(buildDetails(notification, fits)), maxBytes),
      url: actionUrl ?? listLinks(notification).at(-1)?.url ?? notification.snitch.url,
      tag: notification.incident?.id ?? notification.id,
      renotify: isFailing(notification) || notification.event === "drill",
      ...(actionUrl && { answers: true }),
    };
    return JSON.stringify(payload);
  });
  const fitting = payloads.find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES);
  if (!fitting) throw new Error("No text is short enough for a push message.");
  return fitting;
}

/** Urgent messages wake a phone that saves its battery. */
const chooseUrgency = (notification: Notification) =>
  notification.event === "drill" || (isFailing(notification) && notification.severity === "critical")
    ? "high"
    : "normal";

/** How the name of the channel of a person’s browser begins. */
export const formatBrowserName = (email: string) => `Browser of ${email}`;

/**
 * Notifications of a browser, through the push service of its maker. The request has the message in plain: what sends it
 * encrypts it for the browser again in each attempt (`lib/delivery/encrypt-push.ts`). The push service keeps it for a day while
 * the browser is off, and of one incident (`Topic`, at most 32 characters of base64url) only the last. Sources: RFC 8030,
 * sections 5.2 to 5.4; RFC 8291; RFC 8292.
 */
export const webPush: ChannelKind<z.output<typeof settings>> = {
  kind: "web_push",
  label: "Browser notifications",
  color: "#475569",
  group: "push",
  needs: "Allow notifications in this browser",
  settings,
  secrets: ["endpoint", "p256dh", "auth"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, { endpoint }) {
    if (notification.event === "acknowledged") return [];
    const headers = {
      "Content-Type": "application/json",
      TTL: String(DAY_MS / SECOND_MS),
      Urgency: chooseUrgency(notification),
      Topic: (notification.incident?.id ?? notification.id).replaceAll("-", ""),
    };
    return [{ method: "POST", url: endpoint, headers, body: buildPayload(notification) }];
  },
  interpret: [
    { status: [404, 410], isGone: true, why: "This browser no longer accepts messages." },
    {
      status: [401, 403],
      why: "This browser’s push service refuses messages from this installation. Turn notifications on again in this browser.",
    },
    { status: [400, 413], switchOff: false, why: "The push service refused this message." },
  ],
};
