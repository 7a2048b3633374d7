import { z } from "zod";
import { cutBytes } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails, HEADER_SAFE } from "./details";
import { bearer, type ChannelKind, jsonRequest } from "./kind";
import { anyText, matching, optional, serverUrl } from "./settings";

// A longer message becomes an attachment; a longer title is refused by servers from 2.28 on.
const MAX_TITLE_BYTES = 1_024;
const MAX_MESSAGE_BYTES = 4_096;

const PRIORITIES = { critical: 5, warning: 4, info: 3 } as const;
const DEFAULT_PRIORITY = 3;
const DRILL_PRIORITY = 4;

const settings = z.object({
  url: serverUrl(
    {
      title: "Server",
      description: "`https://ntfy.sh`, or the address of your own server.",
      example: "https://ntfy.sh",
    },
    "https://ntfy.sh",
  ),
  topic: matching(/^[-_A-Za-z0-9]{1,64}$/, "must be 1 to 64 letters, digits, hyphens and underscores", {
    title: "Topic",
    description:
      "What you subscribe to in the app. Anyone who knows the topic can read it: choose a long name, or protect it.",
    example: "tattle-7f3kq9",
  }),
  token: optional(
    matching(HEADER_SAFE, "must be an access token, without spaces", {
      title: "Access token",
      description: "For a protected topic. In ntfy: Account, Access tokens.",
      example: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2",
    }),
  ),
  user: optional(
    matching(/^[^:]+$/, "must not contain a colon", {
      title: "User",
      description: "Instead of an access token.",
      example: "tattle",
    }),
  ),
  password: optional(
    anyText({ title: "Password", description: "Only with a user.", example: "correct horse" }),
  ),
});

type Settings = z.output<typeof settings>;

function buildAuthorization({ token, user, password }: Settings): Record<string, string> {
  if (token) return bearer(token);
  if (!user) return {};
  return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

function choosePriority(notification: Notification): number {
  if (notification.event === "drill") return DRILL_PRIORITY;
  return isFailing(notification) ? PRIORITIES[notification.severity] : DEFAULT_PRIORITY;
}

/** ntfy shows these two as a symbol before the title. */
const chooseSymbols = (notification: Notification) =>
  isFailing(notification) ? ["rotating_light"] : isEnd(notification) ? ["white_check_mark"] : [];

const ACTIONS = [
  { label: "Acknowledge", answer: "acknowledge" },
  { label: "Snooze 1 h", answer: "snooze_hour" },
];

/** A button that sends what the page’s form sends. It has no name to say: no one knows who has subscribed. */
const httpAction = (actionUrl: string, { label, answer: response }: (typeof ACTIONS)[number]) => ({
  action: "http",
  label,
  url: actionUrl.replace("/i/", "/i/answer/"),
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: `answer=${response}`,
  clear: true,
});

const fits = (text: string) => Buffer.byteLength(text) <= MAX_MESSAGE_BYTES;

/**
 * ntfy, published as JSON. All messages of one incident have one `sequence_id`, so that each replaces the previous one on the
 * phone (from 2.16 on; older servers show them all). Texts are plain, because `markdown` is not set. Sources:
 * docs.ntfy.sh/publish/#publish-as-json, docs.ntfy.sh/publish/#updating-deleting-notifications.
 */
export const ntfy: ChannelKind<Settings> = {
  kind: "ntfy",
  label: "ntfy",
  color: "#2c7a67",
  group: "push",
  needs: "Choose a topic, on ntfy.sh or your own server",
  settings,
  secrets: ["token", "password"],
  hosts: "any",
  subscribeUrl: ({ url, topic }) => `${url.replace(/\/+$/, "")}/${topic}`,
  stateful: false,
  buildRequests(notification, config) {
    if (notification.event === "acknowledged") return [];
    const links = listLinks(notification);
    const actionUrl = isFailing(notification) ? notification.actionUrl : undefined;
    const title = buildTitle(notification);
    const message = {
      topic: config.topic,
      title: cutBytes(title, MAX_TITLE_BYTES),
      message: cutBytes(buildDetails(notification, fits) || title, MAX_MESSAGE_BYTES),
      priority: choosePriority(notification),
      tags: chooseSymbols(notification),
      click: actionUrl ?? links.at(-1)?.url,
      actions: [
        ...(actionUrl ? ACTIONS.map((each) => httpAction(actionUrl, each)) : []),
        ...links
          .filter(({ url }) => url !== actionUrl)
          .map(({ label, url }) => ({ action: "view", label, url })),
      ],
      sequence_id: notification.incident?.id ?? notification.id,
    };
    return [jsonRequest(`${config.url}/`, message, buildAuthorization(config))];
  },
  interpret: [
    {
      status: 401,
      why: "ntfy does not accept this access token or password. Enter a new one.",
    },
    {
      status: 403,
      why: "ntfy does not allow this user to publish to the topic. Allow this in ntfy, or enter an access token.",
    },
    // Without ntfy's own code, a 404 may be a proxy's, before a server that restarts.
    {
      status: 404,
      text: /"code":\s*404\d\d\b/,
      why: "The ntfy server does not know this address. Check it.",
    },
    {
      status: 400,
      text: /"code":\s*(40009|40010)\b/,
      why: "ntfy does not allow this topic. Choose another one.",
    },
    { status: [400, 413], switchOff: false, why: "ntfy refused this message." },
  ],
};
