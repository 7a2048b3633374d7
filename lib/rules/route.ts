import type { AlertCause } from "./alert-cause";
import { SEVERITIES, type Severity } from "./incidents/incident";

/** The alerts that a webhook is meant for. An empty list asks for nothing. */
export type Route = {
  tagsAny: string[];
  tagsAll: string[];
  tagsNone: string[];
  minSeverity: Severity;
  causes: AlertCause[];
};

export const ALL_ALERTS: Route = { tagsAny: [], tagsAll: [], tagsNone: [], minSeverity: "info", causes: [] };

/** An enabled webhook. `isDefault`: it was chosen to get what no webhook is meant for. */
export type RoutedWebhook = { id: string; isDefault: boolean; route: Route };

export type RoutedAlert = {
  severity: Severity;
  /** Null for an alert about nothing bad, such as a first check-in. */
  cause: AlertCause | null;
  /** Of its snitch: its tags, and the webhooks that it chose; empty for all. */
  tags: string[];
  channels: string[];
  /** For the end of an incident, the webhooks that were told of it; otherwise null. */
  toldIds: string[] | null;
};

/** Whether a webhook gets all alerts. */
export const isForAll = ({ tagsAny, tagsAll, tagsNone, minSeverity, causes }: Route) =>
  [tagsAny, tagsAll, tagsNone, causes].every((list) => list.length === 0) && minSeverity === SEVERITIES[0];

/** Whether a webhook with this route is meant for an alert. */
export function isFor(
  { tagsAny, tagsAll, tagsNone, minSeverity, causes }: Route,
  alert: RoutedAlert,
): boolean {
  const { tags, severity, cause } = alert;
  return (
    (tagsAny.length === 0 || tagsAny.some((tag) => tags.includes(tag))) &&
    tagsAll.every((tag) => tags.includes(tag)) &&
    !tagsNone.some((tag) => tags.includes(tag)) &&
    SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(minSeverity) &&
    (causes.length === 0 || (cause !== null && causes.includes(cause)))
  );
}

/** The webhook that gets what no other is meant for: the chosen one, else the oldest. Null if there is none. */
export const defaultWebhook = <Webhook extends RoutedWebhook>(webhooks: Webhook[]): Webhook | null =>
  webhooks.find(({ isDefault }) => isDefault) ?? webhooks[0] ?? null;

/**
 * The ids of the webhooks that are told of an alert, out of the enabled ones of its case, the oldest first. There is always one,
 * if any is enabled. The end of an incident goes to those that were told of it, and to those that get everything.
 */
export function chooseWebhooks(alert: RoutedAlert, webhooks: RoutedWebhook[]): string[] {
  const { channels, toldIds } = alert;
  if (toldIds !== null) {
    const getsAll = ({ route }: RoutedWebhook) => channels.length === 0 && isForAll(route);
    return webhooks.filter((webhook) => toldIds.includes(webhook.id) || getsAll(webhook)).map(({ id }) => id);
  }
  const meant = webhooks.filter(
    ({ id, route }) => (channels.length === 0 || channels.includes(id)) && isFor(route, alert),
  );
  if (meant.length > 0) return meant.map(({ id }) => id);
  const fallback = defaultWebhook(webhooks);
  return fallback ? [fallback.id] : [];
}
