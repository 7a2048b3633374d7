import { Webhook as Signer } from "standardwebhooks";
import { z } from "zod";
import { buildTitle } from "@/lib/rules/messages/alert-message";
import type { Notification } from "@/lib/rules/messages/notification";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { ChannelKind, Outgoing } from "./kind";
import { anyUrl } from "./settings";
import { findBodyProblem, JSON_TYPE, renderBody, webhookBody } from "./webhook-body";
import type { WebhookEvent } from "./webhook-event";
import { listHeaderSecrets, parseHeaders, webhookHeaders } from "./webhook-headers";

/** The URL of a webhook, with credentials in it or not. */
export const webhookUrl = anyUrl({
  title: "URL",
  description:
    "The URL of a program that accepts a POST with JSON, and responds with a status from 200 to 209.",
  example: "https://example.com/tattle",
});

const settings = z
  .object({ url: webhookUrl, headers: webhookHeaders, body: webhookBody })
  .superRefine(({ headers, body }, context) => {
    const problem = findBodyProblem(body, contentTypeOf(headers));
    if (problem) context.addIssue({ code: "custom", path: ["body"], message: problem });
  });

type Settings = z.output<typeof settings>;

/** What the body of a webhook with these headers is. */
export const contentTypeOf = (headers: string) =>
  parseHeaders(headers).find(([name]) => /^content-type$/i.test(name))?.[1] || JSON_TYPE;

/** `failed` is the API's word; webhooks say `missing`. */
const stateName = (status: Status) => (status === "failed" ? "missing" : status);

function buildAlertEvent(
  notification: Notification,
  { kind, from, to, cause }: NonNullable<Notification["alert"]>,
): WebhookEvent {
  const { at, run, incident, severity, snitch, reportedLate } = notification;
  const { token, name, notes, tags, link } = snitch;
  const statuses = { status: stateName(to), previous_status: stateName(from) };
  return {
    type: `snitch.${kind}`,
    timestamp: at,
    data: {
      snitch: { token, name, notes, tags, ...statuses, ...(link && { url: link }) },
      ...(cause && { cause }),
      ...(run && { run }),
      ...(reportedLate && {
        reported_late: { at: reportedLate.at, received_at: reportedLate.receivedAt },
      }),
      ...(incident && {
        incident: { id: incident.id, opened_at: incident.openedAt, severity, cause: incident.cause },
      }),
    },
  };
}

/**
 * The event of a test or a fire drill, of which the specification knows none: the first check-in of a snitch that does not exist, so
 * that no receiver opens or closes an incident.
 */
const buildExampleEvent = (
  at: string,
  snitch: { name: string; notes: string; tags: string[] },
): WebhookEvent => ({
  type: "snitch.reporting",
  timestamp: at,
  data: {
    snitch: { token: "0000000000000000", ...snitch, status: "healthy", previous_status: "pending" },
  },
});

/** Null for what is neither an alert nor a test nor a fire drill. */
function buildEvent(notification: Notification): WebhookEvent | null {
  const { event, alert, at, drillUrl } = notification;
  if (alert) return buildAlertEvent(notification, alert);
  if (event === "test")
    return buildExampleEvent(at, {
      name: "Test event from Tattle",
      notes: "This event tests the webhook. It is not about a real job.",
      tags: ["test"],
    });
  if (event === "drill")
    return buildExampleEvent(at, {
      name: buildTitle(notification),
      notes: `This is a fire drill, not a real alert. To confirm that you received it, open ${drillUrl}`,
      tags: ["drill"],
    });
  return null;
}

/** Credentials in the URL become a header, as in a browser. */
function basicAuthorization({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

const MASK = "•••";

/** The URL with its credentials masked, for people who may manage channels. */
export function maskCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username) url.username = MASK;
  if (url.password) url.password = MASK;
  return url.toString().replaceAll(encodeURI(MASK), MASK);
}

/** The request for an event. People’s own headers take our place. */
function buildRequest(event: WebhookEvent, { url: text, headers = "", body = "" }: Settings): Outgoing {
  const url = new URL(text);
  const own = parseHeaders(headers);
  const names = own.map(([name]) => name.toLowerCase());
  const ours = Object.entries({ "Content-Type": JSON_TYPE, ...basicAuthorization(url) });
  return {
    method: "POST",
    url: withoutCredentials(url).href,
    headers: Object.fromEntries([...ours.filter(([name]) => !names.includes(name.toLowerCase())), ...own]),
    body: body ? renderBody(body, event, contentTypeOf(headers)) : JSON.stringify(event),
  };
}

/**
 * The webhook of the specification: every alert is an event of its own, as signed JSON. The event is what is saved, because its body is
 * the same in every attempt unless its template changes. Its signature has the time of the attempt. Source: standardwebhooks.com.
 */
export const webhook: ChannelKind<Settings, WebhookEvent | null> = {
  kind: "webhook",
  label: "Webhook",
  color: "#52525b",
  group: "own",
  needs: "Enter a URL that accepts signed JSON",
  settings,
  secrets: ["headers"],
  omitsEmpty: ["body"],
  secretParts: ({ headers = "" }) => listHeaderSecrets(headers),
  masks: { url: maskCredentials },
  hosts: "any",
  stateful: false,
  takesEvents: true,
  isNamedByHost: true,
  toMessage: buildEvent,
  buildRequests: (event, config) => (event ? [buildRequest(event, config)] : []),
  sign: ({ body }, { id, at, secrets }) => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    // For a day after a rotation there are two signatures; receivers accept either.
    "webhook-signature": secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(" "),
  }),
  // “20X” in the specification: 200 to 209.
  interpret: ({ status }) => (Math.floor(status / 10) === 20 ? { kind: "accepted" } : { kind: "retry" }),
};
