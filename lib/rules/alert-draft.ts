import type { Status, Watched } from "./status";

export type AlertKind = "missing" | "errored" | "reporting" | "paused";

/** What a job said when it checked in. */
export type Report = { exitStatus: string; message: string };

/** Something that people are to be told: every webhook, and by e-mail where `byMail` says so. */
export type Tale = Report & {
  kind: AlertKind;
  from: Status;
  to: Status;
  /** When it happened, not when it was noticed. */
  at: Date;
  byMail: boolean;
  lastCheckedInAt: Date | null;
  /** Since when the snitch has been missing, or errored where this ends that. */
  silentSince: Date | null;
};

const NOTHING_SAID: Report = { exitStatus: "", message: "" };

export function tale(
  before: Watched,
  to: Status,
  kind: AlertKind,
  at: Date,
  byMail: boolean,
  { exitStatus, message }: Report = NOTHING_SAID,
): Tale {
  const silentSince = kind === "reporting" ? (before.missingSince ?? before.erroredAt) : before.missingSince;
  const { status: from, checkedInAt: lastCheckedInAt } = before;
  return { kind, from, to, at, byMail, exitStatus, message, lastCheckedInAt, silentSince };
}
