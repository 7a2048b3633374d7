import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildLead, buildTitle, listFacts, listLinks } from "@/lib/rules/messages/alert-message";
import { chooseSubjectId, isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { HEADER_SAFE } from "./details";
import { type ChannelKind, jsonRequest, type Outgoing } from "./kind";
import { anyText, matching, oneOf, optional, serverUrl } from "./settings";

const MAX_SUMMARY = 1_024;

const HOSTS = { us: "events.pagerduty.com", eu: "events.eu.pagerduty.com" } as const;

const KEY = /^[A-Za-z0-9]{32}$/;
const NOT_A_KEY = "must be the 32 letters and digits of an integration key";

const settings = z
  .object({
    routing_key: anyText({
      title: "Integration key",
      description: "In PagerDuty: Services, your service, Integrations, Add integration, Events API V2.",
      example: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00",
    }),
    region: oneOf(["us", "eu"], {
      title: "Region",
      description: "`eu` if your PagerDuty address ends with eu.pagerduty.com.",
      example: "us",
    }),
    url: optional(
      serverUrl({
        title: "Another server",
        description:
          "Only for other products that accept PagerDuty’s Events API V2: the URL to post events to.",
        example: "https://oncall.example.com/v2/enqueue",
      }),
    ),
    webhook_secret: optional(
      matching(HEADER_SAFE, "must be the secret of a webhook, without spaces", {
        title: "Webhook secret",
        description:
          "Lets acknowledging in PagerDuty acknowledge the incident here. Add the channel first, then follow the steps on its page.",
        example: "uXwjPM0qDPVfkyDdYAhtG8Wm0nQIDkJdPbsXd8Vn",
      }),
    ),
  })
  // Keys of other products look otherwise. Also along with another setting that is wrong, so that people read of both at once.
  .refine(
    ({ routing_key, url }) => Boolean(url) || typeof routing_key !== "string" || KEY.test(routing_key),
    {
      path: ["routing_key"],
      message: NOT_A_KEY,
      when: ({ value }) => typeof value === "object" && value !== null,
    },
  );

type Settings = z.output<typeof settings>;
type Action = "trigger" | "acknowledge" | "resolve";

/** One alert at PagerDuty for each incident, or for each test and drill. */
const buildDedupKey = (notification: Notification) => `tattle-${chooseSubjectId(notification)}`;

function buildEvent(
  notification: Notification,
  { routing_key, region, url }: Settings,
  event_action: Action,
): Outgoing {
  const event = { routing_key, event_action, dedup_key: buildDedupKey(notification) };
  return jsonRequest(
    url || `https://${HOSTS[region]}/v2/enqueue`,
    event_action === "trigger" ? { ...event, ...buildTrigger(notification) } : event,
  );
}

function buildTrigger(notification: Notification) {
  const { snitch, severity, at, cause } = notification;
  const details = listFacts(notification).map(({ label, value }) => [label, value]);
  return {
    payload: {
      summary: cut(buildTitle(notification), MAX_SUMMARY),
      source: snitch.name || snitch.token,
      severity,
      timestamp: at,
      component: snitch.token,
      group: notification.caseName,
      ...(cause && { class: cause }),
      custom_details: Object.fromEntries([["Reason", buildLead(notification)], ...details]),
    },
    links: listLinks(notification).map(({ label, url }) => ({ href: url, text: label })),
    client: "Tattle",
    client_url: notification.incident?.url ?? snitch.url,
  };
}

/**
 * PagerDuty's Events API v2: one alert for each incident, found again by `dedup_key`. A test is triggered and resolved at
 * once. `url`: of another product that takes the same events. Source: developer.pagerduty.com/docs/events-api-v2/trigger-events.
 */
export const pagerduty: ChannelKind<Settings> = {
  kind: "pagerduty",
  label: "PagerDuty",
  color: "#04733a",
  group: "on-call",
  needs: "Paste the integration key of a service",
  settings,
  secrets: ["routing_key", "webhook_secret"],
  omitsEmpty: ["url"],
  hookSecret: "webhook_secret",
  hosts: Object.values(HOSTS),
  takesUrl: true,
  stateful: true,
  buildRequests(notification, config) {
    const event = (action: Action) => buildEvent(notification, config, action);
    if (notification.event === "test") return [event("trigger"), event("resolve")];
    if (isFailing(notification) || notification.event === "drill") return [event("trigger")];
    if (notification.event === "drill_ended") return [event("resolve")];
    if (!notification.incident) return [];
    if (isEnd(notification)) return [event("resolve")];
    return notification.event === "acknowledged" ? [event("acknowledge")] : [];
  },
  interpret: [
    {
      status: 400,
      text: /routing[_ ]key|integration[_ ]key/i,
      why: "PagerDuty does not know this integration key. Copy the key of an Events API V2 integration again.",
    },
    { status: 400, switchOff: false, why: "PagerDuty refused this event." },
    { status: [401, 403], why: "PagerDuty does not accept this integration key. Copy it again." },
  ],
};
