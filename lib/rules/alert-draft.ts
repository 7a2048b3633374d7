import { NO_REPORT, type Report } from "./report";
import type { SnitchState, Status } from "./snitch-state";

export type AlertKind = "missing" | "errored" | "reporting" | "paused";

/** An alert that is not saved yet. Every webhook receives it; e-mails are sent only if `byEmail` is true. */
export type AlertDraft = Report & {
  kind: AlertKind;
  from: Status;
  to: Status;
  /** When the event happened, not when it was noticed. */
  at: Date;
  byEmail: boolean;
  lastCheckedInAt: Date | null;
  /** Since when the snitch has been missing; for a reporting alert, since when it was missing or errored. */
  silentSince: Date | null;
};

type Draft = Pick<AlertDraft, "kind" | "to" | "at" | "byEmail"> & { before: SnitchState; report?: Report };

/** Drafts an alert about a snitch that was in the state `before`. */
export function draftAlert({ before, report = NO_REPORT, ...draft }: Draft): AlertDraft {
  const { status, checkedInAt, missingSince, erroredAt } = before;
  return {
    ...draft,
    from: status,
    exitStatus: report.exitStatus,
    message: report.message,
    lastCheckedInAt: checkedInAt,
    silentSince: draft.kind === "reporting" ? (missingSince ?? erroredAt) : missingSince,
  };
}
