import type { Hint } from "@/lib/rules/incidents/hints";
import type { Severity } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { ScheduleColumns } from "@/lib/rules/schedule/schedule-terms";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { LateFacts } from "@/lib/rules/state/alert-facts";
import type { Status } from "@/lib/rules/state/snitch-state";

/** The data of an alert e-mail. */
export type AlertDetails = {
  alert: {
    kind: AlertKind;
    /** The status before. */
    from: Status;
    at: Date;
    exitStatus: string;
    message: string;
    lastCheckedInAt: Date | null;
    silentSince: Date | null;
    /** When the job had run, and when its report came, if that was late. */
    reportedLate?: LateFacts | null;
    /** Absent or null if the job reports no runs. */
    cause?: AlertCause | null;
    run?: AlertRun | null;
    /** Whether it only repeats an earlier notification. */
    isReminder?: boolean;
    /** Why the notification is later than the event; absent or null if it is not. */
    hold?: string | null;
  };
  /** Absent or null if it belongs to none. */
  incident?: {
    url: string;
    /** Where its reader answers without a sign-in; absent if they cannot. */
    answerUrl?: string;
    severity: Severity;
    openedAt: Date;
  } | null;
  /** What the case says helps with this error; absent or null if nothing matches. */
  hint?: Hint | null;
  /** How many snitches that depend on this one are bad, too, and the names of some of them. */
  dependents?: { count: number; names: string[] };
  // Without the deadline: a retry must send the same content, and the deadline changes.
  snitch: ScheduleColumns & { name: string; notes: string; url?: string };
  caseName: string;
  /** The zone of its times. */
  zone: string;
  snitchUrl: string;
  /** The page that says what decided the alert. */
  alertUrl?: string;
};
