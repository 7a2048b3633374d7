import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle } from "@/lib/rules/messages/alert-message";
import { chooseSubjectId, isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { codeMessage } from "./chat-text";
import { HEADER_SAFE } from "./details";
import type { ChannelKind, Outgoing } from "./kind";
import { matching, serverUrl } from "./settings";

// GoAlert cuts what is longer.
const MAX_SUMMARY = 1_024;
const MAX_DETAILS = 6_144;

const settings = z.object({
  url: serverUrl({
    title: "Server",
    description: "The address of your GoAlert server.",
    example: "https://goalert.example.com",
  }),
  token: matching(HEADER_SAFE, "must be the token of an integration key, without spaces", {
    title: "Integration key",
    description:
      "In GoAlert: Services, your service, Integration Keys, Create Integration Key, Generic API. Copy the token of its URL.",
    example: "0a1b2c3d-0000-4000-8000-000000000000",
  }),
});

type Settings = z.output<typeof settings>;

function buildRequest(notification: Notification, { url, token }: Settings, action?: "close"): Outgoing {
  // In the body, not in the address, which proxies write into their logs.
  const form = {
    token,
    // One alert at GoAlert for each incident, or for each test and drill.
    dedup: `tattle-${chooseSubjectId(notification)}`,
    summary: cut(buildTitle(notification), MAX_SUMMARY),
    // They are read as Markdown.
    details: codeMessage(notification, { maxLength: MAX_DETAILS }),
    ...(action && { action }),
  };
  return {
    method: "POST",
    url: `${url}/api/v2/generic/incoming`,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  };
}

/**
 * GoAlert's generic API: one alert for each incident, found again by `dedup`. It knows no acknowledgement. A test is opened and
 * closed at once; to close what is closed does nothing. Source: <server>/docs (docs/integration-keys.md of target/goalert).
 */
export const goalert: ChannelKind<Settings> = {
  kind: "goalert",
  label: "GoAlert",
  color: "#8a2b31",
  group: "on-call",
  needs: "Enter your server, and the key of a service",
  settings,
  secrets: ["token"],
  hosts: "any",
  stateful: true,
  buildRequests(notification, config) {
    const open = buildRequest(notification, config);
    const close = buildRequest(notification, config, "close");
    if (notification.event === "test") return [open, close];
    if (isFailing(notification) || notification.event === "drill") return [open];
    if (notification.event === "drill_ended") return [close];
    return notification.incident && isEnd(notification) ? [close] : [];
  },
  interpret: [
    {
      status: [401, 403],
      why: "GoAlert does not accept this integration key. Copy the token of a Generic API key again.",
    },
    { status: [400, 413], switchOff: false, why: "GoAlert refused this alert." },
  ],
};
