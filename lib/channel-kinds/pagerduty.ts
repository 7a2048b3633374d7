import { z } from "zod";
import { judgeBy } from "./judge";
import { type ChannelKind, jsonRequest, type Outgoing } from "./kind";
import { matching, oneOf } from "./settings";
import { isBad, isEnd, subjectOf, type Told } from "./told";
import { cut, factsOf, linksOf, reasonOf, titleOf } from "./words";

const MAX_SUMMARY = 1_024;

const HOSTS = { us: "events.pagerduty.com", eu: "events.eu.pagerduty.com" } as const;

const settings = z.object({
  routing_key: matching(/^[A-Za-z0-9]{32}$/, "must be the 32 letters and digits of an integration key", {
    title: "Integration key",
    description: "In PagerDuty: Services, your service, Integrations, Add integration, Events API V2.",
    example: "R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY00",
  }),
  region: oneOf(["us", "eu"], {
    title: "Region",
    description: "`eu` if your PagerDuty address ends with eu.pagerduty.com.",
    example: "us",
  }),
});

type Settings = z.output<typeof settings>;
type Action = "trigger" | "acknowledge" | "resolve";

/** One alert at PagerDuty for each incident, or for each test and drill. */
const keyOf = (told: Told) => `tattle-${subjectOf(told)}`;

function eventOf(told: Told, { routing_key, region }: Settings, event_action: Action): Outgoing {
  const event = { routing_key, event_action, dedup_key: keyOf(told) };
  return jsonRequest(
    `https://${HOSTS[region]}/v2/enqueue`,
    event_action === "trigger" ? { ...event, ...triggerOf(told) } : event,
  );
}

function triggerOf(told: Told) {
  const { snitch, severity, at, cause } = told;
  const details = factsOf(told).map(({ label, value }) => [label, value]);
  return {
    payload: {
      summary: cut(titleOf(told), MAX_SUMMARY),
      source: snitch.name || snitch.token,
      severity,
      timestamp: at,
      component: snitch.token,
      group: told.caseName,
      ...(cause && { class: cause }),
      custom_details: Object.fromEntries([["Reason", reasonOf(told)], ...details]),
    },
    links: linksOf(told).map(({ label, url }) => ({ href: url, text: label })),
    client: "Tattle",
    client_url: told.incident?.url ?? snitch.url,
  };
}

/**
 * PagerDuty's Events API v2: one alert for each incident, found again by `dedup_key`. A test is triggered and resolved at
 * once. Source: developer.pagerduty.com/docs/events-api-v2/trigger-events.
 */
export const pagerduty: ChannelKind<Settings> = {
  kind: "pagerduty",
  label: "PagerDuty",
  settings,
  secrets: ["routing_key"],
  hosts: Object.values(HOSTS),
  stateful: true,
  requestsOf(told, given) {
    const event = (action: Action) => eventOf(told, given, action);
    if (told.event === "test") return [event("trigger"), event("resolve")];
    if (isBad(told) || told.event === "drill") return [event("trigger")];
    if (told.event === "drill_ended") return [event("resolve")];
    if (!told.incident) return [];
    if (isEnd(told)) return [event("resolve")];
    return told.event === "acknowledged" ? [event("acknowledge")] : [];
  },
  judge: (answer) =>
    judgeBy(answer, [
      {
        status: 400,
        text: /routing[_ ]key|integration[_ ]key/i,
        why: "PagerDuty does not know this integration key. Copy the key of an Events API V2 integration again.",
      },
      { status: 400, switchOff: false, why: "PagerDuty refused this event." },
      { status: [401, 403], why: "PagerDuty does not accept this integration key. Copy it again." },
    ]),
};
