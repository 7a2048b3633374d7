import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { codeMessage } from "./chat-text";
import { oneLine } from "./details";
import type { ChannelKind } from "./kind";
import { anyText, matching, serverUrl } from "./settings";

const MAX_TOPIC = 60;
const MAX_CONTENT = 10_000;

const settings = z.object({
  url: serverUrl({
    title: "Server",
    description: "The address of your Zulip organization.",
    example: "https://acme.zulipchat.com",
  }),
  email: matching(/^[^\s:@]+@[^\s:@]+$/, "must be an email address", {
    title: "Bot email",
    description: "In Zulip: Personal settings, Bots, Add a new bot. Copy its email.",
    example: "tattle-bot@acme.zulipchat.com",
  }),
  key: matching(/^[A-Za-z0-9]{16,64}$/, "must be the letters and digits of an API key", {
    title: "Bot API key",
    description: "The API key of the same bot.",
    example: "aBcDeFgHiJkLmNoPqRsTuVwXyZ012345",
  }),
  stream: anyText({
    title: "Channel",
    description: "The name of the channel (formerly stream) to post in. Subscribe the bot if it is private.",
    example: "operations",
  }),
});

type Settings = z.output<typeof settings>;

/** Zulip refuses control characters and unassigned ones in topics. */
const buildTopic = (name: string) => cut(oneLine(name.replace(/[\p{Cc}\p{Cn}\p{Cs}]/gu, " ")), MAX_TOPIC);

const buildAuthorization = ({ email, key }: Settings) =>
  `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;

/**
 * A message of a Zulip bot. The topic is the snitch, and the text is a block of code, because Zulip's Markdown has no escapes.
 * Sources: zulip.com/api/send-message, zulip.com/api/rest-error-handling.
 */
export const zulip: ChannelKind<Settings> = {
  kind: "zulip",
  label: "Zulip",
  color: "#5a4fcf",
  group: "chat",
  needs: "Enter a bot and the channel it posts to",
  settings,
  secrets: ["key"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, config) {
    if (notification.event === "acknowledged") return [];
    const message = {
      type: "stream",
      to: config.stream,
      topic: buildTopic(notification.snitch.name) || notification.snitch.token,
      content: codeMessage(notification, { language: "text", maxLength: MAX_CONTENT }),
    };
    return [
      {
        method: "POST",
        url: `${config.url}/api/v1/messages`,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Authorization: buildAuthorization(config),
        },
        body: new URLSearchParams(message).toString(),
      },
    ];
  },
  interpret: [
    {
      status: [400, 401, 403],
      text: /INVALID_API_KEY|UNAUTHORIZED|Invalid API key|Account not found|malformed API key/i,
      why: "Zulip does not accept this email and API key. Copy both from the bot again.",
    },
    {
      status: [401, 403],
      text: /USER_DEACTIVATED|REALM_DEACTIVATED/,
      why: "The bot or its organization is deactivated in Zulip. Activate it, or enter another bot.",
    },
    {
      status: [400, 404],
      text: /STREAM_DOES_NOT_EXIST/,
      why: "Zulip has no channel with this name, or the bot cannot see it. Check the name, and subscribe the bot.",
    },
    {
      status: 400,
      text: /not authorized to (send|post)/i,
      why: "The bot is not allowed to post in this channel. Allow it in the channel’s settings.",
    },
    { status: 404, why: "There is no Zulip server at this address. Check the address." },
    { status: [400, 413], switchOff: false, why: "Zulip refused this message." },
  ],
};
