import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { buildTitle } from "@/lib/rules/messages/alert-message";
import { acknowledgeUrl, isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails } from "./details";
import { interpretWith, parseJson } from "./interpret";
import { type ChannelKind, jsonRequest, type Outgoing, type ReceiverResponse } from "./kind";
import { serverUrl } from "./settings";

const MAX_LABEL = 255;
const MAX_ANNOTATION = 4_000;

const OPEN_MS = 365 * DAY_MS;
const TEST_MS = 10 * MINUTE_MS;

const settings = z.object({
  url: serverUrl({
    title: "Alertmanager",
    description: "Its address, without /api. Version 0.16 or later.",
    example: "https://alertmanager.example.com",
  }),
});

type Labels = Record<string, string>;

const buildLabels = ({ event, snitch, severity, caseName, incident }: Notification): Labels => ({
  alertname: cut(
    event === "test" || event === "drill" ? `Tattle ${event}` : snitch.name || snitch.token,
    MAX_LABEL,
  ),
  snitch: snitch.token,
  severity,
  case: cut(caseName, MAX_LABEL),
  // Each incident is an alert of its own, so that a late end of one does not resolve the next.
  ...(incident && { incident: incident.id }),
});

const after = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString();

/** When Alertmanager is to resolve the alert. Tests and drills are shown for ten minutes, because one that ends at once is not. */
function computeEnd(notification: Notification, startsAt: string): string {
  if (isFailing(notification)) return after(notification.at, OPEN_MS);
  // Among two ends in its future, Alertmanager keeps the later one. By its clock the real end may be in the future, the start is not.
  return isEnd(notification) ? startsAt : after(notification.at, TEST_MS);
}

function buildAlert(notification: Notification, labels: Labels) {
  const { at, incident, snitch } = notification;
  const startsAt = incident?.openedAt ?? at;
  const acknowledge = acknowledgeUrl(notification);
  return {
    labels,
    annotations: {
      summary: cut(buildTitle(notification), MAX_ANNOTATION),
      description: cut(buildDetails(notification), MAX_ANNOTATION),
      ...(acknowledge && { acknowledge_url: acknowledge }),
      ...(isEnd(notification) && { ended_at: at }),
    },
    startsAt,
    endsAt: computeEnd(notification, startsAt),
    generatorURL: notification.drillUrl ?? incident?.url ?? snitch.url,
  };
}

/** The labels of the alert that a request sends; null if there is none. */
function labelsIn(response: ReceiverResponse, { body }: Outgoing): Labels | null {
  const alerts = parseJson({ ...response, text: body }) as { labels: Labels }[] | null;
  return alerts?.[0]?.labels ?? null;
}

/**
 * Prometheus Alertmanager, API v2. An alert without `endsAt` is resolved after `resolve_timeout`, 5 minutes, unless it is
 * repeated. So an open alert ends in a year; a reminder repeats it, also because Alertmanager forgets all when it restarts.
 * The end of the incident replaces it by one that is over. An alert is found by all its labels: those of the first message
 * are the reference, so that its end finds it also after a new name. A 404 is tried again: a proxy says it too, before a
 * server that restarts. Source: prometheus.io/docs/alerting/latest/alerts_api.
 */
export const alertmanager: ChannelKind<z.output<typeof settings>> = {
  kind: "alertmanager",
  label: "Prometheus Alertmanager",
  color: "#b3401f",
  group: "own",
  needs: "Enter the address of your Alertmanager",
  settings,
  secrets: [],
  hosts: "any",
  stateful: true,
  buildRequests(notification, { url }, ref) {
    // Its fire drill has ended on its own, after ten minutes.
    if (notification.event === "drill_ended") return [];
    if (notification.event === "acknowledged" || (isEnd(notification) && !notification.incident)) return [];
    const labels: Labels = notification.incident && ref ? JSON.parse(ref) : buildLabels(notification);
    return [jsonRequest(`${url}/api/v2/alerts`, [buildAlert(notification, labels)])];
  },
  interpret(response, request) {
    const responseOutcome = interpretWith(response, [
      {
        status: [401, 403],
        why: "A proxy in front of Alertmanager refuses requests. Let Tattle’s requests through.",
      },
      { status: [400, 413, 422], switchOff: false, why: "Alertmanager refused this alert." },
    ]);
    const labels = labelsIn(response, request);
    return responseOutcome.kind === "accepted" && labels
      ? { kind: "accepted", ref: JSON.stringify(labels) }
      : responseOutcome;
  },
};
