import { z } from "zod";
import { codeMessage } from "./chat-text";
import { type ChannelKind, jsonRequest } from "./kind";
import { serverUrl } from "./settings";

// Mattermost splits a longer message into several.
const MAX_TEXT = 16_383;

const settings = z.object({
  url: serverUrl({
    title: "Webhook URL",
    description: "In Mattermost: Integrations, Incoming Webhooks, Add Incoming Webhook.",
    example: "https://mattermost.example.com/hooks/XXXX",
  }),
});

/**
 * Mattermost's incoming webhook, which is shaped like Slack's. Sources: developers.mattermost.com/integrate/webhooks/incoming,
 * and for the errors server/channels/app/webhook.go of github.com/mattermost/mattermost.
 */
export const mattermost: ChannelKind<z.output<typeof settings>> = {
  kind: "mattermost",
  label: "Mattermost",
  color: "#1b3f8b",
  group: "chat",
  needs: "Paste an incoming webhook URL",
  settings,
  secrets: ["url"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, { url }) {
    if (notification.event === "acknowledged") return [];
    return [jsonRequest(url, { text: codeMessage(notification, { maxLength: MAX_TEXT }) })];
  },
  interpret: [
    {
      status: 400,
      text: /incoming_webhook\.(invalid|user|channel)/,
      why: "Mattermost no longer knows this webhook. Add a new incoming webhook, and enter its URL in Tattle.",
    },
    {
      status: 403,
      text: /incoming_webhook\./,
      why: "Mattermost does not allow this webhook to post in its channel. Ask the person who created the webhook, or add a new one.",
    },
    {
      status: 404,
      why: "Mattermost says that this webhook or its channel does not exist. Add a new incoming webhook, and enter its URL in Tattle.",
    },
    {
      status: 501,
      why: "Incoming webhooks are turned off on this Mattermost server. An administrator can turn them on.",
    },
    { status: [400, 413], switchOff: false, why: "Mattermost refused this message." },
  ],
};
