import type { AlertCause } from "../alert-cause";

/** From the least to the most severe. */
export const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** When people are told about the incidents of a snitch. The defaults tell what the specification says. */
export type AlertRules = {
  /** So many bad results in a row are told, 1 to 720. */
  alertAfter: number;
  /** After so many seconds an incident is told in any case; 0 for never. */
  alertAfterSeconds: number;
  /** So many good results in a row end an incident, 1 to 720. */
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

/** Why telling waits: for more bad results, for the end of a snooze or of a maintenance window, or for a parent. */
export const HOLDS = ["threshold", "snooze", "maintenance", "parent"] as const;
export type Hold = (typeof HOLDS)[number];

/** What ended an incident. */
export type IncidentEnd = "reported" | "paused";

/** The time from a snitch turning bad to its being good again. */
export type Incident = {
  /** The worst one so far. */
  cause: AlertCause;
  severity: Severity;
  openedAt: Date;
  /** When people were told of it first, and last. Null while nobody was. */
  toldAt: Date | null;
  lastToldAt: Date | null;
  closedAt: Date | null;
  closedBy: IncidentEnd | null;
  /** Consecutive results, as `alertAfter` and `recoverAfter` count them. */
  badCount: number;
  goodCount: number;
  acknowledgedAt: Date | null;
  acknowledgedBy: string | null;
  snoozedUntil: Date | null;
  /** Why telling waits; null if it does not. */
  hold: Hold | null;
  /** The id of the parent that telling waits for; null if it waits for none, or only for a parent's next deadline. */
  heldBy: string | null;
  heldUntil: Date | null;
  /** Whether telling was due while something held it back. */
  hasUntold: boolean;
  /** When something is due next without any event; null if nothing is. */
  nextAt: Date | null;
  /** How many steps of the escalation were told. */
  step: number;
};
