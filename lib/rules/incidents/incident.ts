import type { AlertCause } from "../state/alert-cause";

/** From the least to the most severe. */
export const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** When people are notified about the incidents of a snitch. The defaults do what the specification says. */
export type AlertRules = {
  /** The number of failures in a row that alerts people, 1 to 720. */
  alertAfter: number;
  /** The number of seconds after which people are alerted in any case; 0 for never. */
  alertAfterSeconds: number;
  /** The number of successes in a row that ends an incident, 1 to 720. */
  recoverAfter: number;
  /** Seconds between reminders; 0 for none, and null for one in each failed period. */
  remindEvery: number | null;
  severity: Severity;
};

export const DEFAULT_RULES: AlertRules = {
  alertAfter: 1,
  alertAfterSeconds: 0,
  recoverAfter: 1,
  remindEvery: null,
  severity: "critical",
};

export const RULE_NAMES = Object.keys(DEFAULT_RULES) as (keyof AlertRules)[];

/** What a notification waits for: more bad results, the end of a snooze or of a maintenance window, or a parent. */
export const HOLDS = ["threshold", "snooze", "maintenance", "parent"] as const;
export type Hold = (typeof HOLDS)[number];

/**
 * How someone acted: on a page, by the link of a message to them or to a channel, by a button in Telegram or Slack, with an API key, in PagerDuty,
 * or at the command line of the server.
 */
export const VIAS = [
  "page",
  "link",
  "channel_link",
  "telegram",
  "slack",
  "api",
  "pagerduty",
  "server",
] as const;
export type Via = (typeof VIAS)[number];

/** Whether the name of who acted is the address of a member. What someone says in Slack has a space in it, as all that no one has verified. */
export const isMemberName = (name: string, via: Via | null): boolean =>
  via === "page" || via === "link" || ((via === null || via === "slack") && /^\S+@\S+$/.test(name));

/** What a note says of the state of an incident. */
export const NOTE_STATES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type NoteState = (typeof NOTE_STATES)[number];

/** What ended an incident. */
export type IncidentEnd = "reported" | "paused";

/** The time from when a snitch becomes missing or errored until it recovers. */
export type Incident = {
  /** The worst one so far. */
  cause: AlertCause;
  severity: Severity;
  openedAt: Date;
  /** When people were notified of it first, and last. Null while no one was. */
  notifiedAt: Date | null;
  lastNotifiedAt: Date | null;
  closedAt: Date | null;
  closedBy: IncidentEnd | null;
  /** Consecutive results, as `alertAfter` and `recoverAfter` count them. */
  badCount: number;
  goodCount: number;
  acknowledgedAt: Date | null;
  /** An email address, or the name of an API key. */
  acknowledgedBy: string | null;
  /** Null if no one acknowledged it, or an earlier version stored it. */
  acknowledgedVia: Via | null;
  /** When the person who acknowledged it was asked whether they still handle it: `isAsked` says whether that counts. */
  ackAskedAt: Date | null;
  /** The id of the user whose it is; null if it is no one's. */
  assignedTo: string | null;
  snoozedUntil: Date | null;
  /** Why the notification waits; null if it does not. */
  hold: Hold | null;
  /** The id of the parent that the notification waits for; null if it waits for none, or only for a parent's next deadline. */
  heldBy: string | null;
  heldUntil: Date | null;
  /** Whether a notification was due while something held it. */
  hasPendingNotification: boolean;
  /** When something is due next without any event; null if nothing is. */
  nextAt: Date | null;
  /** How many steps of the escalation were notified. */
  step: number;
};

/** What an incident says that no one has acknowledged, or not anymore. */
export const NOT_ACKNOWLEDGED = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
  ackAskedAt: null,
} as const;

/** Whether a snitch is healthy while its incident waits for further good results. `incident`: its latest. */
export const isRecovering = (
  incident: Pick<Incident, "closedAt" | "goodCount"> | null | undefined,
): boolean => Boolean(incident && !incident.closedAt && incident.goodCount > 0);
