import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import {
  buildLead,
  buildTitle,
  listFacts,
  listLinks,
  type NamedLink,
  OUTPUT,
} from "@/lib/rules/messages/alert-message";
import {
  acknowledgeUrl,
  isEnd,
  type NoteMessage,
  type Notification,
} from "@/lib/rules/messages/notification";
import { acknowledgedText } from "./button-click";
import { broken, chooseColor } from "./chat-text";
import { interpretWith, parseJson, retryAfterMs } from "./interpret";
import {
  bearer,
  type ChannelKind,
  jsonRequest,
  type Outgoing,
  type ReceiverResponse,
  type ResponseOutcome,
} from "./kind";
import { isHostIn, matching, optional, serviceUrl } from "./settings";

const MAX_HEADER = 3_000;
const MAX_FIELD = 2_000;
const MAX_TEXT = 3_000;

const HOOKS = ["hooks.slack.com", "hooks.slack-gov.com"];
const HOST = "slack.com";
export const API = `https://${HOST}/api`;

/** Whether the host is one of Slack, to which its API may lead us. */
export const isSlackHost = (hostname: string) => isHostIn(hostname, [HOST, "*.slack.com", "*.slack-gov.com"]);

const APP = ["bot_token", "app_token", "channel"] as const;

const settings = z
  .object({
    url: optional(
      serviceUrl(HOOKS, /^\/(services|workflows|triggers)\//, {
        title: "Webhook URL",
        description:
          "In Slack: api.slack.com/apps, your app, Incoming Webhooks, Add New Webhook to Workspace. For buttons, use an app.",
        example: "https://hooks.slack.com/services/T000/B000/XXXX",
      }),
    ),
    bot_token: optional(
      matching(/^xoxb-[\w-]{8,250}$/, "must be a bot token, which begins with xoxb-", {
        title: "Bot token",
        description:
          "For buttons that acknowledge and snooze. At api.slack.com/apps: an app with Interactivity on and the scopes `chat:write` and `users:read.email`, installed in the workspace.",
        example: "xoxb-1234567890-EXAMPLE",
      }),
    ),
    app_token: optional(
      matching(/^xapp-[\w-]{8,250}$/, "must be an app-level token, which begins with xapp-", {
        title: "App token",
        description: "Same app, Socket Mode on. The token needs the scope `connections:write`.",
        example: "xapp-1-A0123456789-EXAMPLE",
      }),
    ),
    channel: optional(
      matching(/^[CG][A-Z0-9]{6,20}$/, "must be the ID of a channel, such as C0123456789", {
        title: "Channel",
        description: "Its ID, at the end of the channel’s details in Slack. Invite the app there.",
        example: "C0123456789",
      }),
    ),
  })
  .superRefine((value, context) => {
    const isApp = APP.some((name) => value[name]);
    if (isApp && value.url)
      context.addIssue({ code: "custom", path: ["url"], message: "must be empty when an app is used" });
    for (const name of isApp ? APP : (["url"] as const))
      if (!value[name]) context.addIssue({ code: "custom", path: [name], message: "can't be blank" });
  });

type Settings = z.output<typeof settings>;

/** Slack reads only these three characters as markup, in texts of the type `mrkdwn`. Mentions and links begin with `<`. */
export const escapeMarkup = (text: string) =>
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

const buildLinks = (links: NamedLink[]) => ({
  type: "actions",
  elements: links.map(({ label, url }) => ({ type: "button", text: plain(label), url })),
});

/** What the buttons of an app do, by their `action_id`. */
export const buttonActions = ["acknowledge", "snooze_hour"] as const;
const LABELS = { acknowledge: "Acknowledge", snooze_hour: "Snooze 1 h" };

export const STATUS = "tattle-status";

/** What became of a message, below it. Nothing is markup in plain text, and no one is mentioned. */
export const buildStatus = (text: string) => ({ type: "context", block_id: STATUS, elements: [plain(text)] });

/** The buttons of an app, of which it hears: those that act, unless that is done, and one that leads to the page. */
function buildButtons(notification: Notification, isDone: boolean) {
  const { incident } = notification;
  const acknowledge = acknowledgeUrl(notification);
  const actions = acknowledge && incident && !isDone ? buttonActions : [];
  const links = listLinks(notification).filter(({ url }) => url !== acknowledge);
  return {
    type: "actions",
    elements: [
      ...actions.map((response) => ({
        type: "button",
        action_id: response,
        text: plain(LABELS[response]),
        value: incident?.id,
      })),
      ...links.map(({ label, url }) => ({ type: "button", text: plain(label), url })),
    ],
  };
}

/** The bar next to the message. */
const formatBarColor = (notification: Notification) =>
  `#${chooseColor(notification).toString(16).padStart(6, "0")}`;

/** The message's text, for a webhook or an app. `status`: the incident's status. */
function buildMessage(notification: Notification, isApp: boolean, status: string | null = null) {
  const text = escapeMarkup(buildTitle(notification));
  if (notification.isPast) return { text };
  const lead = cut(buildLead(notification), MAX_TEXT);
  const facts = listFacts(notification);
  const fields = facts
    .filter(({ label }) => label !== OUTPUT)
    .map(({ label, value }) => plain(cut(`${label}: ${value}`, MAX_FIELD)));
  const links = listLinks(notification);
  const blocks = [
    { type: "section", text: plain(cut(buildTitle(notification), MAX_HEADER)) },
    ...(lead ? [{ type: "section", text: plain(lead) }] : []),
    ...buildOutput(notification),
    ...(fields.length > 0 ? [{ type: "section", fields }] : []),
    ...(links.length > 0 ? [isApp ? buildButtons(notification, status !== null) : buildLinks(links)] : []),
    ...(status === null ? [] : [buildStatus(status)]),
  ];
  return { text, attachments: [{ color: formatBarColor(notification), blocks }] };
}

/** The end also replaces the first message, so that no old alert looks open. An acknowledgement only edits it, and its end undoes that. */
function buildAppRequests(
  notification: Notification,
  { bot_token, channel }: Settings,
  ref: string | null,
): Outgoing[] {
  const send = (method: string, more: object) =>
    jsonRequest(`${API}/${method}`, { channel, ...more }, bearer(bot_token));
  if (notification.event === "acknowledged") {
    const { first, acknowledgedBy, at } = notification;
    const status = acknowledgedBy && acknowledgedText(acknowledgedBy, new Date(at));
    return ref && first ? [send("chat.update", { ts: ref, ...buildMessage(first, true, status) })] : [];
  }
  const first = notification.incident && isEnd(notification) && !notification.isPast ? ref : null;
  const message = buildMessage(notification, true);
  return [
    send("chat.postMessage", message),
    ...(first ? [send("chat.update", { ts: first, ...message })] : []),
  ];
}

/** A note, in the thread of the first message. */
function buildNote({ note }: NoteMessage, { bot_token, channel }: Settings, thread_ts: string): Outgoing {
  const text = `${note.by}${note.state ? ` (${note.state})` : ""}: ${note.text}`;
  const blocks = [{ type: "section", text: plain(cut(text, MAX_TEXT)) }];
  const body = { channel, thread_ts, text: escapeMarkup(cut(text, MAX_TEXT)), blocks };
  return jsonRequest(`${API}/chat.postMessage`, body, bearer(bot_token));
}

// If the first message cannot be replaced, nothing is lost: the end has a message of its own.
const NOTHING_TO_EDIT = /^(message_not_found|cant_update_message|edit_window_closed)$/;

const APP_FINALS: [RegExp, { why: string; switchOff?: boolean }][] = [
  [
    /^(invalid_auth|not_authed|account_inactive|token_\w+|not_allowed_token_type|missing_scope)$/,
    {
      why: "Slack does not accept this bot token. Install the app in the workspace again, with the scope chat:write, and copy its token.",
    },
  ],
  [
    /^(channel_not_found|not_in_channel|is_archived|restricted_action\w*)$/,
    { why: "The app cannot post in this channel. Invite it there, and check the channel’s ID." },
  ],
  [
    /^(thread_not_found|cannot_reply_to_message|invalid_\w+|msg_too_long|no_text|too_many_attachments)$/,
    { why: "Slack refused this message.", switchOff: false },
  ],
];

/** Slack responds to apps with 200 nearly always: the body says whether it accepted the message. */
function interpretApp(response: ReceiverResponse, { url }: Outgoing): ResponseOutcome {
  const json = response.status === 200 ? parseJson(response) : null;
  if (!json) return response.status === 200 ? { kind: "retry" } : interpretWith(response, []);
  const isUpdate = url.endsWith("/chat.update");
  if (json.ok === true)
    return typeof json.ts === "string" && !isUpdate
      ? { kind: "accepted", ref: json.ts }
      : { kind: "accepted" };
  const error = String(json.error);
  if (isUpdate && NOTHING_TO_EDIT.test(error)) return { kind: "accepted" };
  if (error === "ratelimited") return { kind: "retry", afterMs: retryAfterMs(response) };
  const [, final] = APP_FINALS.find(([pattern]) => pattern.test(error)) ?? [];
  return final ? { kind: "final", switchOff: final.switchOff ?? true, why: final.why } : { kind: "retry" };
}

const interpretHook = (response: ReceiverResponse) =>
  interpretWith(response, [
    {
      status: [404, 410],
      why: "Slack says that this webhook no longer exists. Add a new webhook in Slack, and enter its URL in Tattle.",
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
  ]);

/**
 * Slack's incoming webhook, or an app, whose buttons act. Names and notes are `plain_text`, in which nothing is markup; the output and the `text` of the
 * notification are escaped. Sources: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, docs.slack.dev/reference/block-kit,
 * docs.slack.dev/reference/methods/chat.postMessage.
 */
export const slack: ChannelKind<Settings, Notification | NoteMessage> = {
  kind: "slack",
  label: "Slack",
  color: "#4a154b",
  group: "chat",
  needs: "Use an incoming webhook or a Slack app",
  settings,
  ways: { Webhook: ["url"], App: [...APP] },
  secrets: ["url", "bot_token", "app_token"],
  omitsEmpty: ["channel"],
  hosts: [...HOOKS, HOST],
  stateful: false,
  takesNotes: true,
  hasButtons: ({ app_token }) => Boolean(app_token),
  buildRequests(notification, config, ref) {
    if ("note" in notification) return ref ? [buildNote(notification, config, ref)] : [];
    if (config.bot_token) return buildAppRequests(notification, config, ref);
    return notification.event === "acknowledged"
      ? []
      : [jsonRequest(config.url, buildMessage(notification, false))];
  },
  interpret: (response, request) =>
    request.url.startsWith(API) ? interpretApp(response, request) : interpretHook(response),
};
