import { z } from "zod";
import { DAY_MS, SECOND_MS } from "@/lib/platform/durations";
import { detailsOf, oneLine } from "./details";
import { judgeBy } from "./judge";
import type { ChannelKind } from "./kind";
import { matching } from "./settings";
import { isBad, type Told } from "./told";
import { cutBytes, linksOf, titleOf } from "./words";

// A push service takes 4,096 bytes, of which encryption needs 103.
const MAX_PAYLOAD_BYTES = 3_900;
const MAX_TITLE_BYTES = 300;
// As JSON a text may take twice its bytes: the shorter limit holds for all of them.
const BODY_BYTES = [3_000, 1_000];

const settings = z.object({
  endpoint: matching(/^https:\/\/[^\s/?#@]+\/\S*$/, "must be an https URL", {
    title: "Endpoint",
    description: "As the browser gives it.",
    example: "https://push.example.com/send/abc",
  }),
  p256dh: matching(/^B[\w-]{86}=?$/, "must be the public key of a subscription", {
    title: "Public key",
    description: "As the browser gives it: 65 bytes in base64url.",
    example: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  }),
  auth: matching(/^[\w-]{22}(==)?$/, "must be the secret of a subscription", {
    title: "Secret",
    description: "As the browser gives it: 16 bytes in base64url.",
    example: "tBHItJI5svbpez7KI4CCXg",
  }),
});

/** What the service worker shows. `tag`: it replaces the notification with the same tag. `renotify`: with a sound, if so. */
type Payload = { title: string; body: string; url: string; tag: string; renotify: boolean };

// In JSON, control characters take six bytes each. Nobody can see them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const visible = (text: string) => text.replace(/[\u0000-\u0009\u000b-\u001f]/g, " ");

/** The message before encryption, as JSON; null if there is nothing to say. */
export function payloadOf(told: Told): string | null {
  if (told.event === "acknowledged") return null;
  const payloads = BODY_BYTES.map((maxBytes) => {
    const payload: Payload = {
      title: cutBytes(visible(oneLine(titleOf(told))), MAX_TITLE_BYTES),
      body: cutBytes(visible(detailsOf(told)), maxBytes),
      url: linksOf(told).at(-1)?.url ?? told.snitch.url,
      tag: told.incident?.id ?? told.id,
      renotify: isBad(told) || told.event === "drill",
    };
    return JSON.stringify(payload);
  });
  const fitting = payloads.find((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES);
  if (!fitting) throw new Error("No text is short enough for a push message.");
  return fitting;
}

/**
 * What the push service is told beside: it keeps a message for a day while the browser is off, and of one incident only the
 * last. A topic has at most 32 characters of base64url. Source: RFC 8030, sections 5.2 to 5.4.
 */
export const deliveryOf = (told: Told) => ({
  TTL: DAY_MS / SECOND_MS,
  urgency: isBad(told) || told.event === "drill" ? ("high" as const) : ("normal" as const),
  topic: (told.incident?.id ?? told.id).replaceAll("-", ""),
});

/**
 * Notifications of a browser, through the push service of its maker. A message is encrypted for the browser anew for each
 * attempt, which is not pure: so it has no `requestsOf`. Sources: RFC 8030, RFC 8291, RFC 8292.
 */
export const webPush: Omit<ChannelKind<z.output<typeof settings>>, "requestsOf"> = {
  kind: "web_push",
  label: "Browser notifications",
  settings,
  secrets: ["endpoint", "p256dh", "auth"],
  hosts: "any",
  stateful: false,
  judge: (answer) =>
    judgeBy(answer, [
      { status: [404, 410], why: "This browser no longer takes messages. Allow them again in it." },
      {
        status: [401, 403],
        why: "This browser takes messages only of an earlier installation. Allow them again in it.",
      },
      { status: [400, 413], switchOff: false, why: "The push service refused this message." },
    ]),
};
