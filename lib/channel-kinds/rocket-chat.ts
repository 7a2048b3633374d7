import { z } from "zod";
import { codeMessage } from "./chat-text";
import { type ChannelKind, jsonRequest } from "./kind";
import { serverUrl } from "./settings";

// What a server accepts by default.
const MAX_TEXT = 5_000;

const settings = z.object({
  url: serverUrl({
    title: "Webhook URL",
    description: "In Rocket.Chat: Workspace, Integrations, New, Incoming. The URL is below the form.",
    example: "https://chat.example.com/hooks/XXXX/XXXX",
  }),
});

/**
 * Rocket.Chat's incoming webhook, which is shaped like Slack's. Sources: docs.rocket.chat/docs/integrations, and for the
 * members and errors app/lib/server/functions/processWebhookMessage.ts and app/integrations/server/api/api.ts of
 * github.com/RocketChat/Rocket.Chat.
 */
export const rocketChat: ChannelKind<z.output<typeof settings>> = {
  kind: "rocket_chat",
  label: "Rocket.Chat",
  color: "#c4271b",
  group: "chat",
  needs: "Paste an incoming webhook URL",
  settings,
  secrets: ["url"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, { url }) {
    if (notification.event === "acknowledged") return [];
    // Without a preview of the links.
    return [jsonRequest(url, { text: codeMessage(notification, { maxLength: MAX_TEXT }), parseUrls: false })];
  },
  interpret: [
    {
      status: [400, 401, 403, 404],
      text: /Invalid integration id or token|integration-not-found/i,
      why: "Rocket.Chat no longer knows this webhook. Create a new incoming integration, and enter its URL in Tattle.",
    },
    {
      status: 400,
      text: /invalid-channel|error-not-allowed|error-invalid-room/,
      why: "Rocket.Chat does not let this webhook post in its channel. Check the channel of the integration.",
    },
    { status: 404, why: "There is no Rocket.Chat webhook at this address. Check the URL." },
    { status: [400, 413], switchOff: false, why: "Rocket.Chat refused this message." },
  ],
};
