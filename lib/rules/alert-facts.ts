import type { MissFacts } from "./explain-miss";
import type { AlertRules, Hold, Incident } from "./incidents/incident";
import type { ScheduleTerms } from "./schedule/schedule-terms";
import type { AlertType } from "./snitch-state";

/** What decided an alert, as it was then, as JSON: times are in ISO 8601. */
export type AlertFacts = {
  /** When Tattle decided it. */
  decidedAt: string;
  /** The schedule that was in force. Absent from an alert that only repeats another. */
  settings?: SettingFacts;
  /** About a missed deadline. */
  missed?: MissFacts;
  telling?: TellingFacts;
  /** Why it was told after it had been decided. */
  toldLater?: { at: string; badCount: number; goodCount: number };
  /** The alert that it repeats, and why it was repeated. */
  repeats?: { id: string; because: RepeatReason; remindEvery: number | null };
};

export type SettingFacts = ScheduleTerms & {
  alertType: AlertType;
  /** The limits of runs, in seconds. */
  maxRuntime: number | null;
  minRuntime: number | null;
};

/** Why an alert was repeated: its time had come, a snooze was over, or a step of the escalation was due. */
export type RepeatReason = "reminder" | "snooze" | "escalation";

/** The rules of the snitch, and what else decided whether people were told. */
export type TellingFacts = AlertRules & {
  /** So many bad and good results in a row there were, with this one. */
  badCount: number;
  goodCount: number;
  /** Why telling had to wait, until when at most, and for which snitch, by its id. */
  hold: Hold | null;
  heldUntil: string | null;
  heldBy: string | null;
  /** Whether somebody had acknowledged the incident. */
  isAcknowledged: boolean;
  /** When the maintenance ended that covered the snitch; null if none did. */
  maintenanceUntil: string | null;
  /** How many snitches it depends on. */
  parents: number;
};

/** What decided about telling. `incident`: as it is after the alert; null if there is none. */
export function tellingFacts(
  incident: Incident | null,
  rules: AlertRules,
  around: { maintenanceUntil: Date | null; parents: readonly unknown[] },
): TellingFacts {
  const { alertAfter, alertAfterSeconds, recoverAfter, remindEvery, severity } = rules;
  return {
    ...{ alertAfter, alertAfterSeconds, recoverAfter, remindEvery, severity },
    badCount: incident?.badCount ?? 0,
    goodCount: incident?.goodCount ?? 0,
    hold: incident?.hold ?? null,
    heldUntil: incident?.heldUntil?.toISOString() ?? null,
    heldBy: incident?.heldBy ?? null,
    isAcknowledged: Boolean(incident?.acknowledgedAt),
    maintenanceUntil: around.maintenanceUntil?.toISOString() ?? null,
    parents: around.parents.length,
  };
}
