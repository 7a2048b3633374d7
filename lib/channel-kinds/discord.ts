import { z } from "zod";
import { colorOf, markdownLinks, textOf } from "./chat-text";
import { detailsOf } from "./details";
import { jsonOf, judgeBy, waitOf } from "./judge";
import { type ChannelKind, jsonRequest, type Outgoing } from "./kind";
import { serviceUrl } from "./settings";
import { isEnd, type Told } from "./told";
import { cut, titleOf } from "./words";

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

/** The text, and the links below it. At most so many characters. */
function withLinks(text: string, told: Told, { maxLength, gap }: { maxLength: number; gap: string }) {
  const links = markdownLinks(told);
  const above = cut(escapeMarkup(text), maxLength - gap.length - links.length);
  return [above, links].filter(Boolean).join(gap);
}

const embedOf = (told: Told) => ({
  ...NO_MENTIONS,
  embeds: [
    {
      title: cut(escapeMarkup(titleOf(told)), MAX_TITLE),
      description: withLinks(detailsOf(told), told, { maxLength: MAX_DESCRIPTION, gap: "\n\n" }),
      color: colorOf(told),
      timestamp: told.at,
    },
  ],
});

const contentOf = (text: string, told: Told) => ({
  ...NO_MENTIONS,
  content: withLinks(text, told, { maxLength: MAX_CONTENT, gap: "\n" }),
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
 * notifies nobody. Sources: discord.com/developers/docs/resources/webhook, discord.com/developers/docs/topics/rate-limits.
 */
export const discord: ChannelKind<z.output<typeof settings>> = {
  kind: "discord",
  label: "Discord",
  settings,
  secrets: ["url"],
  hosts: HOSTS,
  stateful: false,
  requestsOf(told, { url }, ref) {
    if (told.event === "acknowledged") return [];
    if (told.isPast) return [post(url, contentOf(textOf(told), told))];
    if (!ref || !told.incident) return [post(url, embedOf(told))];
    if (isEnd(told)) return [edit(url, ref, embedOf(told)), post(url, contentOf(titleOf(told), told))];
    return [post(url, contentOf(textOf(told), told))];
  },
  judge(answer, request) {
    const json = jsonOf(answer);
    if (answer.status === 429 && typeof json?.retry_after === "number")
      return { kind: "retry", afterMs: waitOf(Math.ceil(json.retry_after * 1_000)) };
    // Somebody deleted the first message, or archived its thread. The new message is still to be sent.
    const isBeyondEdit = json?.code === UNKNOWN_MESSAGE || answer.status === 400;
    if (request.method === "PATCH" && isBeyondEdit) return { kind: "accepted" };
    const judgement = judgeBy(answer, [
      {
        status: [401, 404],
        why: "Discord says that this webhook does not exist any more. Make a new webhook in Discord, and enter its URL here.",
      },
      {
        status: 400,
        text: /"code":\s*220001\b/,
        why: "This webhook posts to a forum. Choose a text channel for it in Discord, or add ?thread_id= to its URL.",
      },
      { status: 400, switchOff: false, why: "Discord refused this message." },
    ]);
    const id = json?.id;
    return judgement.kind === "accepted" && isFirst(request) && typeof id === "string"
      ? { kind: "accepted", ref: id }
      : judgement;
  },
};
