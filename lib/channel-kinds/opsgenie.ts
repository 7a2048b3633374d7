import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { chooseSubjectId, isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { broken } from "./chat-text";
import { buildDetails } from "./details";
import { type ChannelKind, jsonRequest, type Outgoing } from "./kind";
import { matching, oneOf } from "./settings";

const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
const MAX_TAGS = 20;
const MAX_TAG = 50;
const MAX_ENTITY = 512;
const MAX_USER = 100;
const MAX_DETAIL = 500;

const ALERTS = {
  jsm: "https://api.atlassian.com/jsm/ops/integration/v2/alerts",
  opsgenie: "https://api.opsgenie.com/v2/alerts",
  opsgenie_eu: "https://api.eu.opsgenie.com/v2/alerts",
} as const;

const PRIORITIES = { critical: "P1", warning: "P3", info: "P5" } as const;

const settings = z.object({
  key: matching(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "must be an API key such as 0a1b2c3d-0000-0000-0000-000000000000",
    {
      title: "API key",
      description: "In Jira Service Management: your team, Operations, Integrations, Add integration, API.",
      example: "0a1b2c3d-0000-0000-0000-000000000000",
    },
  ),
  service: oneOf(["jsm", "opsgenie", "opsgenie_eu"], {
    title: "Service",
    description:
      "`jsm` for Jira Service Management, `opsgenie` or `opsgenie_eu` for Opsgenie itself, which shuts down on April 5, 2027.",
    example: "jsm",
  }),
});

type Settings = z.output<typeof settings>;

/** One alert for each incident, or for each test and drill. */
const buildAlias = (notification: Notification) => `tattle-${chooseSubjectId(notification)}`;

/** Texts are read as HTML. */
const escapeMarkup = (text: string) => broken(text, /<(?=[a-z/!])|&(?=[a-z#])/gi);

const buildDescription = (notification: Notification) => {
  const links = listLinks(notification).map(({ label, url }) => `${label}: ${url}`);
  const details = cut(
    escapeMarkup(buildDetails(notification)),
    MAX_DESCRIPTION - links.join("\n").length - 2,
  );
  return [details, links.join("\n")].filter(Boolean).join("\n\n");
};

const buildAlert = (notification: Notification) => ({
  message: cut(escapeMarkup(buildTitle(notification)), MAX_MESSAGE),
  alias: buildAlias(notification),
  description: buildDescription(notification),
  tags: notification.snitch.tags.slice(0, MAX_TAGS).map((tag) => cut(escapeMarkup(tag), MAX_TAG)),
  details: {
    case: cut(escapeMarkup(notification.caseName), MAX_DETAIL),
    snitch: notification.snitch.token,
    cause: notification.cause ?? notification.event,
  },
  entity: cut(escapeMarkup(notification.snitch.name || notification.snitch.token), MAX_ENTITY),
  source: "Tattle",
  priority: PRIORITIES[notification.severity],
});

/**
 * Alerts of Jira Service Management or Opsgenie, which have the same API: one for each incident, found again by its alias. A
 * test is opened and closed at once. Requests are carried out later, so that 202 does not mean that it succeeded. Sources:
 * docs.opsgenie.com/docs/alert-api, developer.atlassian.com/cloud/jira/service-desk-ops.
 */
export const opsgenie: ChannelKind<Settings> = {
  kind: "opsgenie",
  label: "Jira Service Management (Opsgenie)",
  color: "#1d5fcf",
  group: "on-call",
  needs: "Paste the API key of a team",
  settings,
  secrets: ["key"],
  hosts: Object.values(ALERTS).map((url) => new URL(url).hostname),
  stateful: true,
  buildRequests(notification, { key, service }) {
    const headers = { Authorization: `GenieKey ${key}` };
    const open = () => jsonRequest(ALERTS[service], buildAlert(notification), headers);
    const change = (action: string, user: string): Outgoing =>
      jsonRequest(
        `${ALERTS[service]}/${buildAlias(notification)}/${action}?identifierType=alias`,
        { source: "Tattle", user: cut(user, MAX_USER), note: escapeMarkup(buildTitle(notification)) },
        headers,
      );
    if (notification.event === "test") return [open(), change("close", "Tattle")];
    if (isFailing(notification) || notification.event === "drill") return [open()];
    if (notification.event === "drill_ended") return [change("close", "Tattle")];
    if (!notification.incident) return [];
    if (isEnd(notification)) return [change("close", "Tattle")];
    return notification.event === "acknowledged"
      ? [change("acknowledge", notification.acknowledgedBy ?? "Tattle")]
      : [];
  },
  interpret: [
    {
      status: 401,
      why: "This API key is invalid, or its integration is turned off. Check the integration, and the service chosen in Tattle.",
    },
    {
      status: 402,
      why: "This account’s plan does not include alerts by API. Change the plan, or choose another channel.",
    },
    {
      status: 403,
      why: "This API key is not allowed to create alerts. Give its integration “Create and update access”.",
    },
    { status: [400, 404, 413, 422], switchOff: false, why: "The service refused this alert." },
  ],
};
