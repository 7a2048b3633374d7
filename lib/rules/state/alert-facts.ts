import type { AlertRules, Hold, Incident } from "@/lib/rules/incidents/incident";
import type { Decision } from "@/lib/rules/notifications/because";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { MissFacts } from "./explain-miss";
import type { AlertType } from "./snitch-state";

/** What decided an alert, as it was then: times are in ISO 8601. `toStoredFacts` makes the JSON that is stored. */
export type AlertFacts = {
  /** When Tattle decided it. */
  decidedAt: string;
  /** The schedule that was in force. Absent from an alert that only repeats another. */
  settings?: SettingFacts;
  /** About a missed deadline. */
  missed?: MissFacts;
  /** The late report that ended it, or that showed that it was wrong: when that happened, and when it came. */
  reportedLate?: LateFacts;
  notifying?: NotifyingFacts;
  /** When people were notified of it after it had been decided, and after how many results. */
  notifiedLater?: { at: string; badCount: number; goodCount: number };
  /** Why someone is not notified, or not as usual, as far as no email and no delivery says it. */
  decisions?: Decision[];
  /** The alert that it repeats, and why it was repeated. */
  repeats?: { id: string; because: RepeatReason; remindEvery: number | null };
};

export type LateFacts = { at: string; receivedAt: string };

/** The keys that are stored under the names of earlier versions. */
export type StoredFacts = Omit<AlertFacts, "notifying" | "notifiedLater"> & {
  telling?: AlertFacts["notifying"];
  toldLater?: AlertFacts["notifiedLater"];
};

export const toStoredFacts = ({ notifying, notifiedLater, ...facts }: AlertFacts): StoredFacts => ({
  ...facts,
  ...(notifying && { telling: notifying }),
  ...(notifiedLater && { toldLater: notifiedLater }),
});

export const readStoredFacts = ({ telling, toldLater, ...facts }: StoredFacts): AlertFacts => ({
  ...facts,
  ...(telling && { notifying: telling }),
  ...(toldLater && { notifiedLater: toldLater }),
});

export type SettingFacts = ScheduleTerms & {
  alertType: AlertType;
  /** The limits of runs, in seconds. */
  maxRuntime: number | null;
  minRuntime: number | null;
};

/** Why an alert was repeated: its time had come, a snooze was over, or a step of the escalation was due. */
export type RepeatReason = "reminder" | "snooze" | "escalation";

/** The rules of the snitch, and what else decided whether people were notified. */
export type NotifyingFacts = AlertRules & {
  /** The number of failures and of successes in a row, with this one. */
  badCount: number;
  goodCount: number;
  /** Why people had to wait, until when at most, and for which snitch, by its id. */
  hold: Hold | null;
  heldUntil: string | null;
  heldBy: string | null;
  /** Whether the incident was acknowledged. */
  isAcknowledged: boolean;
  /** When the maintenance ended that covered the snitch; null if none did. */
  maintenanceUntil: string | null;
  /** How many snitches it depends on. */
  parents: number;
};

/** What an alert says of a notification that waited. `incident`: as it was when that became due. */
export function notifiedLater({ closedAt, lastNotifiedAt, openedAt, badCount, goodCount }: Incident) {
  const at = closedAt ?? lastNotifiedAt ?? openedAt;
  return { at: at.toISOString(), badCount, goodCount };
}

/** What decided whether people were notified. `incident`: as it is after the alert; null if there is none. */
export function notifyingFacts(
  incident: Incident | null,
  rules: AlertRules,
  circumstances: { maintenanceUntil: Date | null; parents: readonly unknown[] },
): NotifyingFacts {
  const { alertAfter, alertAfterSeconds, recoverAfter, remindEvery, severity } = rules;
  return {
    alertAfter,
    alertAfterSeconds,
    recoverAfter,
    remindEvery,
    severity,
    badCount: incident?.badCount ?? 0,
    goodCount: incident?.goodCount ?? 0,
    hold: incident?.hold ?? null,
    heldUntil: incident?.heldUntil?.toISOString() ?? null,
    heldBy: incident?.heldBy ?? null,
    isAcknowledged: Boolean(incident?.acknowledgedAt),
    maintenanceUntil: circumstances.maintenanceUntil?.toISOString() ?? null,
    parents: circumstances.parents.length,
  };
}
