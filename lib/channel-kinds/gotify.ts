import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isFailing } from "@/lib/rules/messages/notification";
import { buildDetails, HEADER_SAFE } from "./details";
import { type ChannelKind, jsonRequest } from "./kind";
import { matching, serverUrl } from "./settings";

// Gotify has no limits of its own; phones show no more than this.
const MAX_TITLE = 500;
const MAX_MESSAGE = 4_000;

/** Gotify’s app makes a sound from 4 on, and vibrates as well from 8 on. */
const PRIORITIES = { critical: 8, warning: 6, info: 4 } as const;
const DEFAULT_PRIORITY = 4;

const settings = z.object({
  url: serverUrl({
    title: "Server",
    description: "The address of your Gotify server.",
    example: "https://gotify.example.com",
  }),
  token: matching(HEADER_SAFE, "must be the token of an application, without spaces", {
    title: "Application token",
    description: "In Gotify: Apps, Create application. Copy its token.",
    example: "AbCdEfGhIjKlMnO",
  }),
});

/**
 * A message to an application of a Gotify server. Texts are plain, and a tap opens the incident or the snitch. Sources:
 * gotify.net/docs/pushmsg, gotify.net/docs/msgextras.
 */
export const gotify: ChannelKind<z.output<typeof settings>> = {
  kind: "gotify",
  label: "Gotify",
  color: "#33689f",
  group: "push",
  needs: "Enter your server, and an application token",
  settings,
  secrets: ["token"],
  hosts: "any",
  stateful: false,
  buildRequests(notification, { url, token }) {
    if (notification.event === "acknowledged") return [];
    const links = listLinks(notification);
    const below = links.map((link) => `${link.label}: ${link.url}`).join("\n");
    const title = buildTitle(notification);
    const details = cut(buildDetails(notification) || title, MAX_MESSAGE - below.length - 2);
    const click = links.at(-1);
    const message = {
      title: cut(title, MAX_TITLE),
      message: [details, below].filter(Boolean).join("\n\n"),
      priority:
        isFailing(notification) || notification.event === "drill"
          ? PRIORITIES[notification.severity]
          : DEFAULT_PRIORITY,
      extras: {
        "client::display": { contentType: "text/plain" },
        ...(click && { "client::notification": { click: { url: click.url } } }),
      },
    };
    return [jsonRequest(`${url}/message`, message, { "X-Gotify-Key": token })];
  },
  interpret: [
    {
      status: [401, 403],
      why: "Gotify does not accept this token. Enter the token of an application, not of a client.",
    },
    { status: 404, why: "There is no Gotify server at this address. Check the address." },
    { status: [400, 413], switchOff: false, why: "Gotify refused this message." },
  ],
};
