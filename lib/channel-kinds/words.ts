import { readLateFacts, writeLateReport } from "@/lib/rules/history/late-words";
import type { Hold } from "@/lib/rules/incidents/incident";
import { excerptText } from "@/lib/rules/runs/excerpt";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import { acknowledgeUrl, isBad, type Notification } from "./notification";

// The plain texts of notifications. They contain what people wrote unchanged: each kind of channel escapes it.

const STATES: Record<string, string> = {
  missing: "is missing",
  errored: "reported an error",
  overran: "is running too long",
  reporting: "has recovered",
  paused: "was paused",
  acknowledged: "was acknowledged",
  removed: "was deleted",
};

const STILL: Record<string, string> = {
  missing: "is still missing",
  errored: "is still errored",
  overran: "is still running too long",
};

const WAS: Partial<Record<AlertCause, string>> = {
  missed: "was missing",
  overran: "ran too long",
};

/** What happened, without the name: “is missing”. */
export function formatState(notification: Notification): string {
  if (notification.isPast)
    return `${(notification.cause && WAS[notification.cause]) ?? "had an error"}, and ${STATES[notification.event]}`;
  // Nothing was wrong before: it is the first report, or the first after a pause.
  if (notification.event === "reporting" && !notification.since) return "is reporting";
  return (
    (notification.isReminder && STILL[notification.event]) ||
    (STATES[notification.event] ?? notification.event)
  );
}

/** What happened, in a line: “Nightly backup is missing”. */
export function buildTitle(notification: Notification): string {
  if (notification.event === "test") return "Test message from Tattle";
  if (notification.event === "drill") return `Fire drill: can ${notification.caseName} reach you here?`;
  if (notification.event === "drill_ended") return "The fire drill is over";
  return notification.machine?.title ?? `${notification.snitch.name} ${formatState(notification)}`;
}

const REASONS: Record<AlertCause, string> = {
  missed: "It did not check in when it was due.",
  error: "It reported an error.",
  overran: "A run did not end within its time limit.",
  too_short: "A run was shorter than its shortest runtime.",
  check: "A run did not pass a check.",
};

const HOLDS: Record<Hold, string> = {
  threshold: "It failed as many times in a row as its settings require.",
  snooze: "It was snoozed until now.",
  maintenance: "Maintenance has ended, but it has not recovered.",
  parent: "What it depends on has recovered, but it has not.",
};

/** Why there is a notification, in a sentence or two. Empty if the title says it all. */
export function buildReason(notification: Notification): string {
  if (notification.event === "test") return "This channel works. This message is not about a real job.";
  if (notification.event === "drill")
    return "This is a fire drill: nothing is wrong. Open the link to confirm that you have seen this message.";
  if (notification.event === "drill_ended")
    return "Somebody confirmed it, or a day has passed. Nothing is wrong.";
  if (notification.event === "acknowledged")
    return `${notification.acknowledgedBy ?? "Somebody"} is handling it.`;
  if (notification.machine) return notification.machine.reason;
  const late = notification.reportedLate && writeLateReport(readLateFacts(notification.reportedLate), "UTC");
  if (!isBad(notification)) return late ?? "";
  return [
    notification.cause && REASONS[notification.cause],
    late,
    notification.heldBy && HOLDS[notification.heldBy],
  ]
    .filter(Boolean)
    .join(" ");
}

/** `2026-03-10 14:00 UTC`. */
export const timeText = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

export type Fact = { label: string; value: string };

/** The labels of what a job wrote: of a line, and of several. */
export const LAST_MESSAGE = "Last message";
export const OUTPUT = "Last output";

/** How much of what a job wrote a message has, if it has room. */
const MESSAGE_LIMITS = { maxLines: 20, maxLength: 1_500 };

/**
 * What people want to know besides, without what is empty. Of output it is the end, where the cause stands, in at most `maxOutput`
 * characters.
 */
export function listFacts(notification: Notification, maxOutput = MESSAGE_LIMITS.maxLength): Fact[] {
  if (notification.event === "test" || notification.event === "drill" || notification.event === "drill_ended")
    return [];
  const { snitch, run } = notification;
  const maxLength = Math.min(maxOutput, MESSAGE_LIMITS.maxLength);
  const message = excerptText(notification.message, { ...MESSAGE_LIMITS, maxLength });
  const { hint } = notification;
  const facts: [string, string | null | undefined][] = [
    ["Hint", hint && [hint.text, hint.url].filter(Boolean).join(" ")],
    ["Case", notification.caseName],
    ["Since", notification.since && timeText(notification.since)],
    ["Jobs", notification.machine?.jobs],
    ["Until", notification.isPast ? timeText(notification.at) : null],
    ["Run", run && [run.rid, run.env, run.host].filter(Boolean).join(", ")],
    ["Failed check", run?.failed_check],
    ["Exit status", notification.exitStatus],
    [message.includes("\n") ? OUTPUT : LAST_MESSAGE, message],
    ["Tags", snitch.tags.join(", ")],
    ["Link", snitch.link],
    ["Notes", snitch.notes],
  ];
  return facts.flatMap(([label, value]) => (value ? { label, value } : []));
}

export type NamedLink = { label: string; url: string };

/** The pages that help: first what to do, then where to read. */
export function listLinks(notification: Notification): NamedLink[] {
  if (notification.drillUrl) return [{ label: "Confirm", url: notification.drillUrl }];
  if (notification.event === "test" || notification.event === "drill_ended") return [];
  const { incident, snitch } = notification;
  const acknowledge = acknowledgeUrl(notification);
  return [
    ...(acknowledge ? [{ label: "Acknowledge", url: acknowledge }] : []),
    { label: "Open", url: incident?.url ?? snitch.url },
  ];
}
