import type { AlertCause } from "./alert-cause";
import { SEVERITIES, type Severity } from "./incidents/incident";

/** The alerts that a channel is meant for. An empty list asks for nothing. */
export type Route = {
  tagsAny: string[];
  tagsAll: string[];
  tagsNone: string[];
  minSeverity: Severity;
  causes: AlertCause[];
};

export const ALL_ALERTS: Route = { tagsAny: [], tagsAll: [], tagsNone: [], minSeverity: "info", causes: [] };

/** An enabled channel. `isDefault`: it was chosen to get what no channel is meant for. */
export type RoutedChannel = { id: string; isDefault: boolean; route: Route };

export type RoutedAlert = {
  severity: Severity;
  /** Null for an alert about nothing bad, such as a first check-in. */
  cause: AlertCause | null;
  /** Of its snitch: its tags, and the channels that it chose; empty for all. */
  tags: string[];
  channels: string[];
  /** For the end of an incident, the channels that were told of it; otherwise null. */
  toldIds: string[] | null;
};

/** Whether a channel gets all alerts. */
export const isForAll = ({ tagsAny, tagsAll, tagsNone, minSeverity, causes }: Route) =>
  [tagsAny, tagsAll, tagsNone, causes].every((list) => list.length === 0) && minSeverity === SEVERITIES[0];

/** Whether a channel with this route is meant for an alert. */
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

/** The channel that gets what no other is meant for: the chosen one, else the oldest. Null if there is none. */
export const defaultChannel = <Channel extends RoutedChannel>(all: Channel[]): Channel | null =>
  all.find(({ isDefault }) => isDefault) ?? all[0] ?? null;

/**
 * The ids of the channels that are told of an alert, out of the enabled ones of its case, the oldest first. There is always one,
 * if any is enabled. The end of an incident goes to those that were told of it, and to those that get everything.
 */
export function chooseChannels(alert: RoutedAlert, all: RoutedChannel[]): string[] {
  const { channels, toldIds } = alert;
  if (toldIds !== null) {
    const getsAll = ({ route }: RoutedChannel) => channels.length === 0 && isForAll(route);
    return all.filter((channel) => toldIds.includes(channel.id) || getsAll(channel)).map(({ id }) => id);
  }
  const meant = all.filter(
    ({ id, route }) => (channels.length === 0 || channels.includes(id)) && isFor(route, alert),
  );
  if (meant.length > 0) return meant.map(({ id }) => id);
  const fallback = defaultChannel(all);
  return fallback ? [fallback.id] : [];
}
