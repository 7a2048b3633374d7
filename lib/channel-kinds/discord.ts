import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle } from "@/lib/rules/messages/alert-message";
import { isEnd, type Notification } from "@/lib/rules/messages/notification";
import { buildText, chooseColor, markdownLinks } from "./chat-text";
import { buildDetails } from "./details";
import { clampWait, interpretWith, parseJson } from "./interpret";
import { type ChannelKind, jsonRequest, type Outgoing } from "./kind";
import { serviceUrl } from "./settings";

const HOSTS = ["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"];

const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4_096;
const MAX_CONTENT = 2_000;

const UNKNOWN_MESSAGE = 10_008;

const settings = z.object({
  url: serviceUrl(HOSTS, /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+(\?thread_id=\d+)?$/, {
    title: "Webhook URL",
    description: "In Discord: Server settings, Integrations, Webhooks, New webhook, Copy webhook URL.",
    example: "https://discord.com/api/webhooks/1234567890/XXXX",
  }),
});

/** Discord shows a character of punctuation behind a backslash as it is. At the beginning of a line, more of them are markup. */
const escapeMarkup = (text: string) =>
  text
    .replace(/[\\*_~`|<>[\]@/]/g, "\\$&")
    .replace(/^(\s*)([-+#])/gm, "$1\\$2")
    .replace(/^(\s*\d+)\./gm, "$1\\.");

const NO_MENTIONS = { allowed_mentions: { parse: [] } };

type Build = (notification: Notification, fits: (text: string) => boolean) => string;

/** The text, and the links below it, in at most `maxLength` characters. */
function withLinks(
  build: Build,
  notification: Notification,
  { maxLength, gap }: { maxLength: number; gap: string },
) {
  const links = markdownLinks(notification);
  const room = maxLength - gap.length - links.length;
  const above = cut(escapeMarkup(build(notification, (text) => escapeMarkup(text).length <= room)), room);
  return [above, links].filter(Boolean).join(gap);
}

const buildEmbed = (notification: Notification) => ({
  ...NO_MENTIONS,
  embeds: [
    {
      title: cut(escapeMarkup(buildTitle(notification)), MAX_TITLE),
      description: withLinks(buildDetails, notification, {
        maxLength: MAX_DESCRIPTION,
        gap: "\n\n",
      }),
      color: chooseColor(notification),
      timestamp: notification.at,
    },
  ],
});

const buildContent = (build: Build, notification: Notification) => ({
  ...NO_MENTIONS,
  content: withLinks(build, notification, { maxLength: MAX_CONTENT, gap: "\n" }),
  // Without a preview of the links.
  flags: 1 << 2,
});

/** `?wait=true` makes Discord respond with the message, and with an error if it was not saved. */
function post(url: string, body: object): Outgoing {
  const target = new URL(url);
  target.searchParams.set("wait", "true");
  return jsonRequest(target.href, body);
}

function edit(url: string, ref: string, body: object): Outgoing {
  const target = new URL(url);
  target.pathname += `/messages/${encodeURIComponent(ref)}`;
  return jsonRequest(target.href, body, {}, "PATCH");
}

/** Only the first message about an incident has an embed, which its end replaces. */
const isFirst = ({ method, body }: Outgoing) => method === "POST" && body.includes('"embeds":');

/**
 * Discord's webhook. The first message about an incident is edited when it ends, besides a short new one, because an edit
 * notifies no one. Sources: discord.com/developers/docs/resources/webhook, discord.com/developers/docs/topics/rate-limits.
 */
export const discord: ChannelKind<z.output<typeof settings>> = {
  kind: "discord",
  label: "Discord",
  color: "#4752c4",
  group: "chat",
  needs: "Paste the webhook URL of a channel",
  settings,
  secrets: ["url"],
  hosts: HOSTS,
  stateful: false,
  buildRequests(notification, { url }, ref) {
    if (notification.event === "acknowledged") return [];
    if (notification.isPast) return [post(url, buildContent(buildText, notification))];
    if (!ref || !notification.incident) return [post(url, buildEmbed(notification))];
    if (isEnd(notification))
      return [edit(url, ref, buildEmbed(notification)), post(url, buildContent(buildTitle, notification))];
    return [post(url, buildContent(buildText, notification))];
  },
  interpret(response, request) {
    const json = parseJson(response);
    if (response.status === 429 && typeof json?.retry_after === "number")
      return { kind: "retry", afterMs: clampWait(Math.ceil(json.retry_after * 1_000)) };
    // Someone deleted the first message, or archived its thread. The new message is still to be sent.
    const isBeyondEdit = json?.code === UNKNOWN_MESSAGE || response.status === 400;
    if (request.method === "PATCH" && isBeyondEdit) return { kind: "accepted" };
    const responseOutcome = interpretWith(response, [
      {
        status: [401, 404],
        why: "Discord says that this webhook no longer exists. Create a new webhook in Discord, and enter its URL in Tattle.",
      },
      {
        status: 400,
        text: /"code":\s*220001\b/,
        why: "This webhook posts to a forum. Choose a text channel for it in Discord, or add ?thread_id= to its URL.",
      },
      { status: 400, switchOff: false, why: "Discord refused this message." },
    ]);
    const id = json?.id;
    return responseOutcome.kind === "accepted" && isFirst(request) && typeof id === "string"
      ? { kind: "accepted", ref: id }
      : responseOutcome;
  },
};
