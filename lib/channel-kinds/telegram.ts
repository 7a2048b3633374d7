import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { SECOND_MS } from "@/lib/rules/durations";
import { buildLead, buildTitle, listFacts, listLinks, OUTPUT } from "@/lib/rules/messages/alert-message";
import { acknowledgeUrl, isEnd, type Notification } from "@/lib/rules/messages/notification";
import { acknowledgedText } from "./button-click";
import { buildDetails, escapeHtml, oneLine } from "./details";
import { clampWait, interpretWith, parseJson } from "./interpret";
import {
  type ChannelKind,
  type FinalResponse,
  jsonRequest,
  type Outgoing,
  type ReceiverResponse,
  type ResponseOutcome,
} from "./kind";
import { matching, optional } from "./settings";

export const HOST = "api.telegram.org";

// All of it together stays below 4,096 characters after entities, also when every text is as long as it may be.
const MAX_TITLE = 400;
const MAX_LEAD = 300;
const MAX_NOTES = 800;
const MAX_VALUE = 250;
const MAX_OUTPUT = 700;

const settings = z.object({
  bot_token: matching(/^\d+:[\w-]{35}$/, "must be the token of a bot, such as 123456:ABC…", {
    title: "Bot token",
    description: "In Telegram: send /newbot to @BotFather. Then add the bot to the chat.",
    example: "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc",
  }),
  chat_id: matching(/^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/, "must be a number, or @ and the name of a channel", {
    title: "Chat",
    description:
      "The number of the chat, which begins with - for a group, or @ and the name of a public channel.",
    example: "-1001234567890",
  }),
  thread_id: optional(
    matching(/^\d{1,15}$/, "must be a number", {
      title: "Topic",
      description: "The number of a topic, in a group that has topics.",
      example: "42",
    }),
  ),
  buttons: optional(
    matching(/^on$/, "must be on, or empty", {
      title: "Buttons",
      description:
        "`on` adds buttons that acknowledge and snooze, for everyone in the chat. No other program may then receive this bot’s updates.",
      example: "on",
    }),
  ),
});

type Settings = z.output<typeof settings>;

/** The buttons below a message about something that is wrong. Telegram takes 64 bytes with each. */
export const keyboard = (incidentId: string) => ({
  inline_keyboard: [
    [
      { text: "Acknowledge", callback_data: `a${incidentId}` },
      { text: "Snooze 1 h", callback_data: `s${incidentId}` },
    ],
  ],
});

const MAX_BUTTON = 120;

/** What became of it, as a button that does nothing: a keyboard has no other text. `openId`: of an incident that can still be acknowledged. */
export const acknowledgedKeyboard = (text: string, openId: string | null) => ({
  inline_keyboard: [
    [{ text: cut(text, MAX_BUTTON), callback_data: "-" }],
    ...(openId ? keyboard(openId).inline_keyboard : []),
  ],
});

const buildButtons = (notification: Notification, { buttons }: Settings) =>
  buttons === "on" && acknowledgeUrl(notification) && notification.incident
    ? { reply_markup: keyboard(notification.incident.id) }
    : {};

/** Keeps Telegram from making mentions, links, hashtags and commands of a text, by invisible word joiners. */
const unlinked = (text: string) => text.replace(/[@#$/.:](?=\S)/g, "$&\u2060");

/** Telegram finds no mentions and no links in code. Notes may have links, but mention no one. */
function valueHtml(label: string, value: string): string {
  if (label === "Notes") return escapeHtml(cut(value.replace(/@(?=\w)/g, "$&\u2060"), MAX_NOTES));
  return label === OUTPUT
    ? `\n<pre>${escapeHtml(value)}</pre>`
    : `<code>${escapeHtml(cut(value, MAX_VALUE))}</code>`;
}

function buildHtml(notification: Notification): string {
  const lead = notification.isPast ? buildDetails(notification) : unlinked(buildLead(notification));
  const facts = notification.isPast ? [] : listFacts(notification, MAX_OUTPUT);
  const links = listLinks(notification).map(({ label, url }) => `<a href="${escapeHtml(url)}">${label}</a>`);
  return [
    `<b>${escapeHtml(cut(unlinked(oneLine(buildTitle(notification))), MAX_TITLE))}</b>`,
    escapeHtml(cut(lead, MAX_LEAD)),
    facts.map(({ label, value }) => `${label}: ${valueHtml(label, value)}`).join("\n"),
    links.join(" · "),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function buildRequest(
  method: string,
  { bot_token, chat_id }: Settings,
  text: string,
  more: object,
): Outgoing {
  return jsonRequest(`https://${HOST}/bot${bot_token}/${method}`, {
    chat_id,
    ...more,
    text,
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
  });
}

const NOT_ALLOWED =
  "The bot is not allowed to write to this chat. Add it to the chat again, and allow it to send messages.";

const FINALS: FinalResponse[] = [
  {
    status: [401, 404],
    why: "Telegram does not know this bot token. Copy it again from @BotFather.",
  },
  {
    status: 400,
    text: /bot was kicked|have no rights|not enough rights|need administrator rights|CHAT_(WRITE_FORBIDDEN|RESTRICTED)/i,
    why: NOT_ALLOWED,
  },
  {
    status: 403,
    text: /bot was blocked|can't initiate conversation/i,
    why: "The bot is not allowed to write to this person. They must open the chat with the bot and press Start.",
  },
  {
    status: [400, 403],
    text: /chat not found|user not found|user is deactivated|group chat was (deactivated|deleted)|PEER_ID_INVALID|can't send messages to (bots|the bot)/i,
    why: "Telegram does not know this chat, or the bot is not in it. Add the bot to the chat, and check its number.",
  },
  {
    status: 400,
    text: /message thread not found|TOPIC_(CLOSED|DELETED|ID_INVALID)/i,
    why: "The topic is closed or no longer exists. Reopen it in Telegram, or choose another one.",
  },
  { status: 403, why: NOT_ALLOWED },
  { status: 400, switchOff: false, why: "Telegram refused this message." },
];

// The end edits the first message. If that is not possible, nothing is lost: the end has a message of its own.
const NOTHING_TO_EDIT =
  /message is not modified|message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i;

function interpret(response: ReceiverResponse, { url, body }: Outgoing): ResponseOutcome {
  const isEdit = url.includes("/editMessage");
  if (isEdit && response.status === 400 && NOTHING_TO_EDIT.test(response.text)) return { kind: "accepted" };
  const parameters = parseJson(response)?.parameters as Record<string, unknown> | undefined;
  if (response.status === 429 && parameters?.retry_after)
    return { kind: "retry", afterMs: clampWait(Number(parameters.retry_after) * SECOND_MS) };
  if (parameters?.migrate_to_chat_id)
    return { kind: "retry", settings: { chat_id: String(parameters.migrate_to_chat_id) } };
  const responseOutcome = interpretWith(response, FINALS);
  if (responseOutcome.kind !== "accepted" || isEdit || body.includes('"reply_parameters"'))
    return responseOutcome;
  // The response repeats the message, so that its end may be missing here. The id stands first.
  const ref = /"message_id":\s*(\d+)/.exec(response.text)?.[1];
  return ref ? { kind: "accepted", ref } : responseOutcome;
}

/** The buttons of the first message make room for who acknowledged it, and come back when no one does anymore. */
function buildEdit(
  { first, acknowledgedBy, at }: Notification,
  { bot_token, chat_id }: Settings,
  ref: string | null,
) {
  if (!ref || !first?.incident) return [];
  const { id } = first.incident;
  const reply_markup = acknowledgedBy
    ? acknowledgedKeyboard(acknowledgedText(acknowledgedBy, new Date(at)), null)
    : keyboard(id);
  const url = `https://${HOST}/bot${bot_token}/editMessageReplyMarkup`;
  return [jsonRequest(url, { chat_id, message_id: Number(ref), reply_markup })];
}

/**
 * A bot of Telegram. Its token is part of the URL. Messages about one incident reply to the first, and the end edits it, so
 * that no old alert looks open. A group that becomes a supergroup gets a new number, which is saved. Source:
 * core.telegram.org/bots/api.
 */
export const telegram: ChannelKind<Settings> = {
  kind: "telegram",
  label: "Telegram",
  color: "#1a6fb0",
  group: "chat",
  needs: "Enter the token of a bot, and the chat it writes to",
  settings,
  secrets: ["bot_token"],
  omitsEmpty: ["buttons"],
  hosts: [HOST],
  stateful: false,
  hasButtons: ({ buttons }) => buttons === "on",
  buildRequests(notification, config, ref) {
    if (notification.event === "acknowledged") return buildEdit(notification, config, ref);
    const first = notification.incident ? ref : null;
    const text = buildHtml(notification);
    const message = buildRequest("sendMessage", config, text, {
      ...(config.thread_id && { message_thread_id: Number(config.thread_id) }),
      ...buildButtons(notification, config),
      ...(first && { reply_parameters: { message_id: Number(first), allow_sending_without_reply: true } }),
    });
    return first && isEnd(notification)
      ? [message, buildRequest("editMessageText", config, text, { message_id: Number(first) })]
      : [message];
  },
  interpret,
};
