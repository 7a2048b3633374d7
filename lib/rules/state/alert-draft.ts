import { NO_REPORT, type Report } from "@/lib/rules/reports/report";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertCause } from "./alert-cause";
import type { LateFacts, SettingFacts } from "./alert-facts";
import { explainMiss, type MissFacts } from "./explain-miss";
import { type SnitchState, type Status, usesRuns } from "./snitch-state";

export type AlertKind = "missing" | "errored" | "reporting" | "paused";

/** The cause of an alert, also if its job reports no runs. Null if nothing is wrong. */
export const causeOfAlert = ({ kind, cause }: { kind: AlertKind | null; cause: AlertCause | null }) =>
  cause ?? (kind === "missing" ? "missed" : kind === "errored" ? "error" : null);

/**
 * Whom the specification alerts: everyone; channels, but no one by email; or no one of a further result, which the rules of its
 * snitch count all the same.
 */
export type MeantFor = "everybody" | "channels" | "nobody";

/** An alert that is not saved yet. */
export type AlertDraft = Report & {
  kind: AlertKind;
  from: Status;
  to: Status;
  /** When the event happened, not when it was noticed. */
  at: Date;
  meantFor: MeantFor;
  lastCheckedInAt: Date | null;
  /** Since when the snitch has been missing; for a reporting alert, since when it was missing or errored. */
  silentSince: Date | null;
  /** Null if the job reports no runs. */
  cause: AlertCause | null;
  /** The run that it is about; null if it is about none. */
  run: AlertRun | null;
  /** The settings that were in force and, of a missed deadline, why it was what it was. */
  facts: { settings: SettingFacts; missed?: MissFacts; reportedLate?: LateFacts };
  /** A late report shows that its incident is over: it ends at once, whatever it waits for. */
  isProof?: true;
};

type Draft = Pick<AlertDraft, "kind" | "to" | "at" | "meantFor"> & {
  before: SnitchState;
  report?: Report;
  cause?: AlertCause;
  run?: AlertRun | null;
};

/** Drafts an alert about a snitch that was in the state `before`. */
export function draftAlert({ before, report = NO_REPORT, cause, run = null, ...draft }: Draft): AlertDraft {
  const { status, checkedInAt, missingSince, erroredAt } = before;
  return {
    ...draft,
    from: status,
    exitStatus: report.exitStatus,
    message: report.message,
    lastCheckedInAt: checkedInAt,
    silentSince: draft.kind === "reporting" ? (missingSince ?? erroredAt) : missingSince,
    cause: cause && usesRuns(before) ? cause : null,
    run,
    facts: {
      settings: settingFacts(before),
      ...(cause === "missed" && { missed: explainMiss(before, draft.at) }),
    },
  };
}

const settingFacts = (snitch: SnitchState): SettingFacts => ({
  ...toScheduleTerms(snitch),
  alertType: snitch.alertType,
  maxRuntime: snitch.maxRuntime,
  minRuntime: snitch.minRuntime,
});
