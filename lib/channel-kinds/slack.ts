import { z } from "zod";
import { chooseColor } from "./chat-text";
import { interpretWith } from "./interpret";
import { type ChannelKind, jsonRequest } from "./kind";
import type { Notification } from "./notification";
import { serviceUrl } from "./settings";
import { buildReason, buildTitle, cut, listFacts, listLinks } from "./words";

const MAX_HEADER = 3_000;
const MAX_FIELD = 2_000;

const settings = z.object({
  url: serviceUrl(["hooks.slack.com", "hooks.slack-gov.com"], /^\/(services|workflows|triggers)\//, {
    title: "Webhook URL",
    description: "In Slack: api.slack.com/apps, your app, Incoming Webhooks, Add New Webhook to Workspace.",
    example: "https://hooks.slack.com/services/T000/B000/XXXX",
  }),
});

/** Slack reads only these three characters as markup, in texts of the type `mrkdwn`. Mentions and links begin with `<`. */
const escapeMarkup = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const plain = (text: string) => ({ type: "plain_text", text, emoji: false });

/** The bar beside the message. */
const formatBarColor = (notification: Notification) =>
  `#${chooseColor(notification).toString(16).padStart(6, "0")}`;

/**
 * Slack's incoming webhook. Names and notes are `plain_text`, in which nothing is markup; the `text` of the notification is
 * escaped. Sources: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, docs.slack.dev/reference/block-kit.
 */
export const slack: ChannelKind<z.output<typeof settings>> = {
  kind: "slack",
  label: "Slack",
  group: "chat",
  needs: "An incoming webhook of your workspace",
  settings,
  secrets: ["url"],
  hosts: ["hooks.slack.com", "hooks.slack-gov.com"],
  stateful: false,
  buildRequests(notification, { url }) {
    if (notification.event === "acknowledged") return [];
    if (notification.isPast) return [jsonRequest(url, { text: escapeMarkup(buildTitle(notification)) })];
    const reason = buildReason(notification);
    const fields = listFacts(notification).map(({ label, value }) =>
      plain(cut(`${label}: ${value}`, MAX_FIELD)),
    );
    const buttons = listLinks(notification).map((link) => ({
      type: "button",
      text: plain(link.label),
      url: link.url,
    }));
    const blocks = [
      { type: "section", text: plain(cut(buildTitle(notification), MAX_HEADER)) },
      ...(reason ? [{ type: "section", text: plain(reason) }] : []),
      ...(fields.length > 0 ? [{ type: "section", fields }] : []),
      ...(buttons.length > 0 ? [{ type: "actions", elements: buttons }] : []),
    ];
    return [
      jsonRequest(url, {
        text: escapeMarkup(buildTitle(notification)),
        attachments: [{ color: formatBarColor(notification), blocks }],
      }),
    ];
  },
  interpret: (answer) =>
    interpretWith(answer, [
      {
        status: [404, 410],
        why: "Slack says that this webhook does not exist any more. Add a new webhook in Slack, and enter its URL here.",
      },
      {
        status: 403,
        text: /action_prohibited/,
        why: "An administrator of the Slack workspace does not allow this webhook to post. Ask them, or choose another channel.",
      },
      {
        status: 400,
        text: /invalid_token|no_service|no_team/,
        why: "Slack does not know the secret in this URL. Copy the webhook's URL from Slack again.",
      },
      { status: 400, switchOff: false, why: "Slack refused this message." },
    ]),
};
