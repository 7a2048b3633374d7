import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildLead, buildTitle, listFacts, listLinks } from "@/lib/rules/messages/alert-message";
import type { Notification } from "@/lib/rules/messages/notification";
import { broken, fitted } from "./chat-text";
import { buildDetails } from "./details";
import { type ChannelKind, jsonRequest } from "./kind";
import { serviceUrl } from "./settings";

const MAX_BYTES = 32_000;

const settings = z.object({
  url: serviceUrl(
    ["chat.googleapis.com"],
    /^\/v1\/spaces\/[\w-]+\/messages\?(?=.*\bkey=[^&]+)(?=.*\btoken=[^&]+)[^#]*$/,
    {
      title: "Webhook URL",
      description: "In Google Chat: the space’s menu, Apps & integrations, Webhooks, Add webhook.",
      example: "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=XXXX&token=XXXX",
    },
  ),
});

/** Cards read some tags of HTML, and entities. Line ends are tags. */
const escapeMarkup = (text: string) =>
  broken(text, /<(?=[a-z/!])|&(?=[a-z#])/gi).replace(/\r\n?|\n/g, "<br>");

const paragraph = (text: string) => ({ textParagraph: { text } });

function buildCard(notification: Notification, maxText: number) {
  const text = (value: string) => escapeMarkup(cut(value, maxText));
  const lead = notification.isPast ? buildDetails(notification) : buildLead(notification);
  const facts = notification.isPast ? [] : listFacts(notification, maxText);
  const buttons = listLinks(notification).map(({ label, url }) => ({
    text: label,
    onClick: { openLink: { url } },
  }));
  return {
    sections: [
      {
        widgets: [
          paragraph(`<b>${text(buildTitle(notification))}</b>`),
          ...(lead ? [paragraph(text(lead))] : []),
          ...facts.map(({ label, value }) => ({
            decoratedText: { topLabel: label, text: text(value), wrapText: true },
          })),
          ...(buttons.length > 0 ? [{ buttonList: { buttons } }] : []),
        ],
      },
    ],
  };
}

/**
 * Google Chat's incoming webhook. All messages about one incident are in one thread. The text of the notification is
 * `fallbackText`, which is plain: `text` could mention everyone. Sources:
 * developers.google.com/workspace/chat/quickstart/webhooks, developers.google.com/workspace/chat/api/reference/rest/v1/cards.
 */
export const googleChat: ChannelKind<z.output<typeof settings>> = {
  kind: "google_chat",
  label: "Google Chat",
  color: "#0b7a3e",
  group: "chat",
  needs: "Paste the webhook URL of a space",
  settings,
  secrets: ["url"],
  hosts: ["chat.googleapis.com"],
  stateful: false,
  buildRequests(notification, { url }) {
    if (notification.event === "acknowledged") return [];
    const target = new URL(url);
    target.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
    return [
      fitted(MAX_BYTES, (maxText) =>
        jsonRequest(target.href, {
          fallbackText: cut(buildTitle(notification), maxText),
          cardsV2: [{ cardId: "tattle", card: buildCard(notification, maxText) }],
          ...(notification.incident && { thread: { threadKey: notification.incident.id } }),
        }),
      ),
    ];
  },
  interpret: [
    {
      status: 400,
      text: /API key not valid|API_KEY_INVALID/,
      why: "Google does not know the key in this URL. Copy the webhook’s URL from Google Chat again.",
    },
    { status: [400, 413], switchOff: false, why: "Google Chat refused this message." },
    {
      status: [401, 403],
      why: "Google Chat does not allow this webhook to post. Create a new webhook in the space, and enter its URL in Tattle.",
    },
    {
      status: [404, 410],
      why: "Google Chat says that this webhook or its space no longer exists. Create a new webhook, and enter its URL in Tattle.",
    },
  ],
};
