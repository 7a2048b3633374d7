import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails } from "./details";
import { interpretWith } from "./interpret";
import { type ChannelKind, jsonRequest } from "./kind";
import { matching, optional, serverUrl } from "./settings";

// Apprise cuts further for the services behind it, and sends none of them more than this in one piece.
const MAX_TITLE = 250;
const MAX_BODY = 10_000;

const settings = z.object({
  url: serverUrl({
    title: "Apprise API",
    description: "The address of your server, without /notify.",
    example: "https://apprise.example.com",
  }),
  key: matching(/^[\w-]{1,128}$/, "must be letters, digits, hyphens and underscores", {
    title: "Key",
    description:
      "The key of the configuration that you saved in Apprise. Anyone who knows it can send messages.",
    example: "tattle",
  }),
  tag: optional(
    matching(/^[\w-]+(, ?[\w-]+| [\w-]+)*$/, "must be tags, with commas for “or” and spaces for “and”", {
      title: "Tag",
      description:
        "Notifies only services with this tag; `all` notifies every service. Without a tag, only untagged services are notified.",
      example: "oncall",
    }),
  ),
});

function chooseType(notification: Notification): "failure" | "warning" | "success" | "info" {
  if (isFailing(notification)) return notification.severity === "critical" ? "failure" : "warning";
  return isEnd(notification) ? "success" : "info";
}

/**
 * The Apprise API, which passes messages on to a hundred services. Texts are `text`: Apprise escapes them for each service.
 * If it reached only some of them, it says so with 424: the message is sent again, because twice is better than never. So
 * is a 404, which a proxy says too, before a server that restarts.
 * Source: github.com/caronc/apprise-api.
 */
export const apprise: ChannelKind<z.output<typeof settings>> = {
  kind: "apprise",
  label: "Apprise",
  color: "#3b6e8f",
  group: "own",
  needs: "Enter your Apprise API’s address, for 100 more services",
  settings,
  secrets: ["key"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, { url, key, tag }) {
    if (notification.event === "acknowledged") return [];
    const title = buildTitle(notification);
    const links = listLinks(notification).map((link) => `${link.label}: ${link.url}`);
    const text = cut(buildDetails(notification), MAX_BODY - links.join("\n").length - 2);
    const message = {
      title: cut(title, MAX_TITLE),
      body: [text, links.join("\n")].filter(Boolean).join("\n\n") || title,
      type: chooseType(notification),
      format: "text",
      ...(tag && { tag }),
    };
    return [jsonRequest(`${url}/notify/${key}`, message, { Accept: "application/json" })];
  },
  interpret(response) {
    if (response.status === 204)
      return {
        kind: "final",
        switchOff: true,
        why: "Apprise has no configuration with this key. Save one there, or enter another key.",
      };
    return interpretWith(response, [
      {
        status: [401, 403, 407],
        why: "Apprise refuses requests without a password. Allow requests from Tattle without one.",
      },
      { status: [400, 413, 421, 431], switchOff: false, why: "Apprise refused this message." },
    ]);
  },
};
