import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { broken, chooseColor } from "./chat-text";
import { interpretWith } from "./interpret";
import { type ChannelKind, jsonRequest } from "./kind";
import type { Notification } from "./notification";
import { serviceUrl } from "./settings";
import { buildReason, buildTitle, listFacts, listLinks, type NamedLink, OUTPUT } from "./words";

const MAX_HEADER = 3_000;
const MAX_FIELD = 2_000;
const MAX_TEXT = 3_000;

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

/** The lengths of output that are tried, the longest first. The last one is short enough for whatever is escaped in it. */
const OUTPUT_LENGTHS = [1_500, 700, 300];

/** What the job printed, as a block of code; empty if that is not several lines. A backtick could end the block. */
function buildOutput(notification: Notification) {
  for (const maxOutput of OUTPUT_LENGTHS) {
    const output = listFacts(notification, maxOutput).find(({ label }) => label === OUTPUT);
    if (!output) return [];
    const text = `${OUTPUT}:\n\`\`\`${escapeMarkup(broken(output.value, /`/g))}\`\`\``;
    if (text.length <= MAX_TEXT) return [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }];
  }
  return [];
}

/**
 * Buttons, and text where a link answers the incident: Slack puts a warning beside a button with a URL that is clicked, because a webhook hears
 * of no click.
 */
const buildLinks = (links: NamedLink[], isText: boolean) =>
  isText
    ? {
        type: "section",
        text: {
          type: "mrkdwn",
          text: links.map(({ label, url }) => `<${escapeMarkup(url)}|${label}>`).join(" · "),
          verbatim: true,
        },
      }
    : {
        type: "actions",
        elements: links.map(({ label, url }) => ({ type: "button", text: plain(label), url })),
      };

/** The bar beside the message. */
const formatBarColor = (notification: Notification) =>
  `#${chooseColor(notification).toString(16).padStart(6, "0")}`;

/**
 * Slack's incoming webhook. Names and notes are `plain_text`, in which nothing is markup; the output and the `text` of the
 * notification are escaped. Sources: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, docs.slack.dev/reference/block-kit.
 */
export const slack: ChannelKind<z.output<typeof settings>> = {
  kind: "slack",
  label: "Slack",
  color: "#4a154b",
  group: "chat",
  needs: "Paste an incoming webhook URL",
  settings,
  secrets: ["url"],
  hosts: ["hooks.slack.com", "hooks.slack-gov.com"],
  stateful: false,
  takesLinks: true,
  buildRequests(notification, { url }) {
    if (notification.event === "acknowledged") return [];
    if (notification.isPast) return [jsonRequest(url, { text: escapeMarkup(buildTitle(notification)) })];
    const reason = buildReason(notification);
    const facts = listFacts(notification);
    const fields = facts
      .filter(({ label }) => label !== OUTPUT)
      .map(({ label, value }) => plain(cut(`${label}: ${value}`, MAX_FIELD)));
    const links = listLinks(notification);
    const blocks = [
      { type: "section", text: plain(cut(buildTitle(notification), MAX_HEADER)) },
      ...(reason ? [{ type: "section", text: plain(reason) }] : []),
      ...buildOutput(notification),
      ...(fields.length > 0 ? [{ type: "section", fields }] : []),
      ...(links.length > 0 ? [buildLinks(links, Boolean(notification.answerUrl))] : []),
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
        why: "Slack says that this webhook no longer exists. Add a new webhook in Slack, and enter its URL here.",
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
