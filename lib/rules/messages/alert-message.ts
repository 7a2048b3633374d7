import { alertWord } from "../history/history-text";
import { CAUSE_CLAUSES } from "../incidents/cause-labels";
import { excerptText } from "../runs/excerpt";
import type { AlertCause } from "../state/alert-cause";
import { buildAlertLead, CONDITIONS } from "./alert-lead";
import { type WriteTime, writeUtc } from "./format";
import { acknowledgeUrl, isFailing, type Notification } from "./notification";

// What a notification says. Chats, emails, browsers and pages print it. It contains what people wrote unchanged: each of them escapes it.

/** What happened: before the name of the snitch, and behind it. “Still missing”, “is still missing”. */
export function describeState({ event, alert, isReminder, since }: Notification): {
  label: string;
  clause: string;
} {
  const isAgain = alert !== null && alert.from === alert.to;
  const condition = CONDITIONS[event];
  if (condition && (isReminder || (isAgain && event === "missing")))
    return { label: `Still ${condition}`, clause: `is still ${condition}` };
  const label = alert ? alertWord(alert.kind, alert.from) : event;
  switch (event) {
    case "missing":
      return { label, clause: "is missing" };
    case "overran":
      return { label: "Running too long", clause: CAUSE_CLAUSES.overran };
    case "errored":
      return isAgain
        ? { label: "Errored again", clause: "reported another error" }
        : { label, clause: CAUSE_CLAUSES.error };
    case "reporting":
      // Nothing was wrong before: it is the first report, or the first after a pause.
      return { label, clause: since ? "has recovered" : "is reporting" };
    case "removed":
      return { label, clause: "was deleted" };
    default:
      return { label, clause: `was ${event}` };
  }
}

const WAS: Partial<Record<AlertCause, string>> = {
  missed: "was missing",
  overran: "ran too long",
};

/** What happened, in a line: “Nightly backup is missing”. */
export function buildTitle(notification: Notification): string {
  const { event, caseName, machine, summary, snitch, isPast, cause } = notification;
  if (event === "test") return "Test message from Tattle";
  if (event === "drill") return `Fire drill: can ${caseName} reach you here?`;
  if (event === "drill_ended") return "The fire drill is over";
  if (machine) return machine.title;
  if (summary) return summary.title;
  const { clause } = describeState(notification);
  const past = isPast ? `${(cause && WAS[cause]) ?? "had an error"}, and ` : "";
  return `${snitch.name} ${past}${clause}`;
}

/** Why there is a notification, in a sentence or two. Empty if the title says it all. */
export function buildLead(notification: Notification, write: WriteTime = writeUtc): string {
  const { event, machine, summary, acknowledgedBy } = notification;
  if (event === "test") return "This channel works. This message is not about a real job.";
  if (event === "drill")
    return "This is a fire drill, not a real alert. Open the link to confirm that you received it.";
  if (event === "drill_ended") return "Someone confirmed it, or a day has passed.";
  if (event === "acknowledged") return `${acknowledgedBy ?? "Someone"} is handling it.`;
  return machine?.reason ?? summary?.lead ?? buildAlertLead(notification, write);
}

export type Fact = { label: string; value: string };

/** The labels of what a job wrote: of a line, and of several. */
export const LAST_MESSAGE = "Last message";
export const OUTPUT = "Last output";

/** How much of what a job wrote a message has, if it has room. */
const MESSAGE_LIMITS = { maxLines: 20, maxLength: 1_500 };

/**
 * What people want to know besides, without what is empty. For output it is the end, where the cause stands, in at most `maxOutput`
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
    [
      isFailing(notification) ? "Since" : "Failing since",
      notification.since && writeUtc(new Date(notification.since)),
    ],
    ["Jobs", notification.machine?.jobs],
    ...(notification.summary?.lines ?? []).map(({ label, value }): [string, string] => [label, value]),
    ["Until", notification.isPast ? writeUtc(new Date(notification.at)) : null],
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
