import { formatSpan } from "../format-duration";
import { readLateFacts } from "../history/late-text";
import { retentionStart } from "../history/retention";
import type { Hold } from "../incidents/incident";
import type { AlertRun } from "../runs/alert-run";
import { formatComparison } from "../runs/format-comparison";
import { runDuration } from "../runs/run-duration";
import { oneLine, truncate, type WriteTime } from "./format";
import { isFailing, type Notification, type NotificationEvent } from "./notification";

const HOLDS: Record<Hold, string> = {
  threshold: "It has now failed often or long enough to send an alert.",
  snooze: "It was snoozed until now.",
  maintenance: "Maintenance has ended, but it has not recovered.",
  parent: "What it depends on has recovered, but it has not.",
};

const WAITS: Record<NonNullable<Notification["waitedFor"]>, string> = {
  hours: "The alert waited for this channel’s hours.",
  quiet_hours: "The alert waited until your quiet hours ended.",
};

const MAX_EXIT_STATUS_CHARACTERS = 60;

export const formatExitStatus = ({ exitStatus }: { exitStatus: string }) =>
  truncate(oneLine(exitStatus), MAX_EXIT_STATUS_CHARACTERS);

/** What happened, and when, in a sentence or two. Empty if the title says it all. */
export function buildAlertLead(notification: Notification, write: WriteTime): string {
  const { heldBy, waitedFor } = notification;
  if (!isFailing(notification)) return writeLateReport(notification, write) ?? writeEnd(notification, write);
  const sentences = [
    writeTrouble(notification, write),
    writeLateReport(notification, write),
    heldBy && HOLDS[heldBy],
    waitedFor && WAITS[waitedFor],
  ];
  return sentences.filter(Boolean).join(" ");
}

function writeLateReport({ reportedLate }: Notification, write: WriteTime): string | null {
  if (!reportedLate) return null;
  const { at, receivedAt } = readLateFacts(reportedLate);
  return `It ran on ${write(at)}. Its report came on ${write(receivedAt)}.`;
}

/** How long it had been so. */
export const lasted = ({ since, at }: Notification) => formatSpan(new Date(since ?? at), new Date(at));

function writeEnd(notification: Notification, write: WriteTime): string {
  const { event, alert, since } = notification;
  const at = new Date(notification.at);
  if (event === "paused")
    // People need no reason for what they did themselves.
    return since && new Date(since) <= retentionStart(at)
      ? `It has been missing for two years, so it was paused on ${write(at)}. While it is paused, no alerts are sent.`
      : "";
  if (event !== "reporting") return "";
  const checkedIn = `It checked in on ${write(at)}`;
  if (alert?.from === "paused") return `${checkedIn}, which ended its pause.`;
  if (alert?.from === "errored") return `${checkedIn}, this time without an error.`;
  return since ? `${checkedIn}, after being missing for ${lasted(notification)}.` : `${checkedIn}.`;
}

/** What failed, by event. */
export const CONDITIONS: Partial<Record<NotificationEvent, string>> = {
  missing: "missing",
  errored: "errored",
  overran: "running too long",
};

function writeTrouble(notification: Notification, write: WriteTime): string {
  const { event, alert, run, since } = notification;
  const at = new Date(notification.at);
  if (notification.isReminder)
    return `This is a reminder: it has been ${CONDITIONS[event]} since ${write(new Date(since ?? at))}, for ${lasted(notification)}.`;
  if (event === "errored") return writeError(notification, write);
  if (event === "overran" && run) {
    const begun = run.started_at ? ` has been running since ${write(new Date(run.started_at))}, and` : "";
    return `${nameRun(run)}${begun} should have finished by ${write(at)}.${usually(run)}`;
  }
  if (alert?.from === "failed") {
    const still = since ? `It has been missing since ${write(new Date(since))}` : "It is still missing";
    return `${still}, and was due again by ${write(at)}.`;
  }
  const error = alert?.from === "errored" ? " since it reported an error" : "";
  return `It was due by ${write(at)} and has not checked in${error}.`;
}

function writeError({ alert, run, cause, ...notification }: Notification, write: WriteTime): string {
  const at = write(new Date(notification.at));
  if (run && cause === "check") {
    const compared = formatComparison(run.failed_check, run.compared);
    return `${nameRun(run)} finished on ${at}, but did not pass the check “${oneLine(run.failed_check ?? "")}”${compared && `: ${compared}`}.`;
  }
  if (run && cause === "too_short") {
    const duration = runDuration(run.reported_ms ?? run.duration_ms ?? 0);
    return `${nameRun(run)} finished on ${at} after only ${duration}, which is less than its shortest runtime.${usually(run)}`;
  }
  const exitStatus = formatExitStatus(notification);
  const details = `on ${at}${exitStatus && `, with exit status ${exitStatus}`}.`;
  if (alert?.from === "errored") return `It reported another error ${details}`;
  return `${alert?.from === "failed" ? "After being missing, it" : "It"} reported an error ${details}`;
}

const nameRun = ({ rid }: AlertRun) => (rid ? `Its run “${oneLine(rid)}”` : "Its run");

const usually = ({ usual_ms }: AlertRun) =>
  usual_ms === null ? "" : ` It usually takes ${runDuration(usual_ms)}.`;
