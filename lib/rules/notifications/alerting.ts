import type { Hold } from "../incidents/incident";

/** Why an alert on its own notifies no one. A later one of its incident may. */
export const QUIET_REASONS = [
  /** A miss in maintenance: an earlier version notified no one of it, also after the maintenance. */
  "excused",
  /** Someone takes care of the incident. */
  "acknowledged",
  /** People know of the incident: only a reminder, or something worse, is news. */
  "known",
  /** More good results have to follow. */
  "recovering",
  /** No one was notified of what it ends. */
  "unknown beginning",
  /** A result that the specification counts and alerts no one of. It has no row. */
  "counted",
] as const;
export type QuietReason = (typeof QUIET_REASONS)[number];

/** Whether people get emails of an alert, and if not, why. Channels get it in any case. */
export type Emailing =
  | "now"
  /** In the summary of a hold of all alerts that has expired; and what is in that summary already. */
  | "in summary"
  | "in summary before"
  /** The specification sends no email: a first check-in, or a pause that a person made. */
  | "channels only"
  /** It ends a pause, before which something was wrong that no one was notified of. */
  | "unknown beginning";

/** What an alert means for people: the decision about all of them. `decideNotifications` decides about each. */
export type Alerting =
  /** `of`: the alert at hand, or the latest of its incident that notified no one, because the one at hand has no row. */
  | { kind: "notify"; of: "alert" | "held"; emails: Emailing }
  /** Something holds back what is due. */
  | { kind: "wait"; hold: Hold }
  /** `hold`: what holds the incident back besides. */
  | { kind: "never"; because: QuietReason; hold: Hold | null };

/** How an alert stores it. */
export type AlertingColumns = {
  isNotified: boolean;
  hold: Hold | null;
  awaitsSummary: boolean;
};

export const toAlertingColumns = (alerting: Alerting): AlertingColumns => ({
  isNotified: alerting.kind === "notify",
  hold: alerting.kind === "notify" ? null : alerting.hold,
  awaitsSummary: alerting.kind === "notify" && alerting.emails === "in summary",
});
