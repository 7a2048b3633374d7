import { SEVERITIES, type Severity } from "@/lib/rules/incidents/incident";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { Because, Decision } from "./because";
import { ANY_TIME, type ChannelHours } from "./channel-hours";
import type { QuietHours } from "./quiet-hours";

/** The tags of the snitches that something is meant for. An empty list asks for nothing. */
export type TagRoute = { tagsAny: string[]; tagsAll: string[]; tagsNone: string[] };

/** The alerts that a channel is meant for, and when it gets them. */
export type Route = ChannelHours &
  TagRoute & {
    minSeverity: Severity;
    causes: AlertCause[];
  };

export const ALL_ALERTS: Route = {
  tagsAny: [],
  tagsAll: [],
  tagsNone: [],
  minSeverity: "info",
  causes: [],
  ...ANY_TIME,
};

/** `isDefault`: it was chosen to get what no channel is meant for. */
export type RoutedChannel = { id: string; isDefault: boolean; route: Route };

/** A channel of a case. Nothing is sent to one that is off. */
export type CaseChannel = RoutedChannel & {
  isOff: boolean;
  /** Whether its receiver is a program, which is sent every alert. */
  takesEvents?: boolean;
  /** The quiet hours of the browser's person; absent for channels of the case. */
  quiet?: QuietHours | null;
};

export type RoutedAlert = {
  severity: Severity;
  /** Null for an alert about nothing bad, such as a first check-in. */
  cause: AlertCause | null;
  /** The snitch's tags, and the channels it chose; empty for all. */
  tags: string[];
  channels: string[];
  /** The channels of the first step of its policy; null if it has none. */
  firstIds: string[] | null;
  /** At an incident's end, the channels that were notified of it; otherwise null. */
  notifiedIds: string[] | null;
};

/** How the channels of an alert are chosen: by their routes, or by the steps of an escalation. */
export type Routing =
  | { kind: "routes"; alert: RoutedAlert }
  | { kind: "steps"; channelIds: string[]; because: "escalated" | "default channel" };

/** Whether a channel gets all alerts, at whatever time. */
export const isForAll = ({ tagsAny, tagsAll, tagsNone, minSeverity, causes, hours }: Route) =>
  [tagsAny, tagsAll, tagsNone, causes, hours ?? []].every((list) => list.length === 0) &&
  minSeverity === SEVERITIES[0];

export const fitsTags = ({ tagsAny, tagsAll, tagsNone }: TagRoute, tags: string[]): boolean =>
  (tagsAny.length === 0 || tagsAny.some((tag) => tags.includes(tag))) &&
  tagsAll.every((tag) => tags.includes(tag)) &&
  !tagsNone.some((tag) => tags.includes(tag));

export const isSevere = (severity: Severity, minSeverity: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(minSeverity);

/** Why a channel is not meant for an alert; null if it is. */
function findMismatch({ id, route }: RoutedChannel, alert: RoutedAlert): Because | null {
  const { minSeverity, causes } = route;
  const { tags, severity, cause, channels } = alert;
  if (channels.length > 0 && !channels.includes(id)) return { reason: "other channels" };
  if (!fitsTags(route, tags)) return { reason: "tags" };
  if (!isSevere(severity, minSeverity)) return { reason: "severity", minSeverity };
  if (causes.length > 0 && (cause === null || !causes.includes(cause))) return { reason: "cause", causes };
  return null;
}

/** The channel that gets what no other is meant for: the chosen one, else the oldest. Null if there is none. */
export const defaultChannel = <Channel extends RoutedChannel>(all: Channel[]): Channel | null =>
  all.find(({ isDefault }) => isDefault) ?? all[0] ?? null;

/**
 * Decides which channels of a case are notified of an alert, out of all, the oldest first. There is always one, if any is on. The
 * end of an incident goes to those that were notified of it, and to those that get everything.
 */
export function decideChannels(routing: Routing, all: CaseChannel[]): Decision[] {
  const enabled = all.filter(({ isOff }) => !isOff);
  const decide = findDecider(routing, enabled);
  return all.map((channel) => {
    const [when, because] = channel.isOff ? (["never", { reason: "off" }] as const) : decide(channel);
    return { to: { kind: "channel", channelId: channel.id }, when, because };
  });
}

type Decider = (channel: RoutedChannel) => readonly ["now" | "never", Because];

function findDecider(routing: Routing, enabled: RoutedChannel[]): Decider {
  if (routing.kind === "steps") {
    const { channelIds, because } = routing;
    return ({ id }) =>
      channelIds.includes(id) ? ["now", { reason: because }] : ["never", { reason: "other step" }];
  }
  const { alert } = routing;
  const { notifiedIds, channels, firstIds } = alert;
  if (notifiedIds !== null)
    return (channel) => {
      const getsAll = channels.length === 0 && isForAll(channel.route);
      if (!getsAll && !notifiedIds.includes(channel.id))
        return ["never", { reason: "does not know the beginning" }];
      const isMeant = getsAll || findMismatch(channel, alert) === null;
      return ["now", { reason: isMeant ? "route" : "knows the beginning" }];
    };
  const mismatches = new Map(enabled.map((channel) => [channel.id, findMismatch(channel, alert)]));
  const isAnyMeant = [...mismatches.values()].some((mismatch) => mismatch === null);
  const fallback = isAnyMeant || firstIds ? null : defaultChannel(enabled);
  return ({ id }) => {
    if (firstIds?.includes(id)) return ["now", { reason: "policy" }];
    if (id === fallback?.id) return ["now", { reason: "default channel" }];
    const mismatch = mismatches.get(id) ?? null;
    return mismatch ? ["never", mismatch] : ["now", { reason: "route" }];
  };
}
