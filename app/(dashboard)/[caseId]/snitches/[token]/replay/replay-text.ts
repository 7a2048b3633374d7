import type { ReplayedDay } from "@/lib/replay/days";
import type { PastAlert } from "@/lib/replay/replay-snitch";
import type { ReplayedAlert } from "@/lib/replay/simulated-history";
import { CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";

const alerts = (count: number) =>
  `${count === 0 ? "no" : count.toLocaleString("en")} ${count === 1 ? "alert" : "alerts"}`;

const wereSent = (count: number) =>
  `${count === 0 ? "none" : count.toLocaleString("en")} ${count === 1 ? "was" : "were"} sent`;

const countAlerts = (days: ReplayedDay[], part: "wouldNotify" | "notified") =>
  days.reduce((sum, day) => sum + day[part].length, 0);

/** “With these settings, 2 alerts would have been sent in the last 60 days; 5 were sent.” */
export function formatReplaySummary(days: ReplayedDay[], isOwn: boolean): string {
  const settings = isOwn ? "With its current settings" : "With these settings";
  const would = alerts(countAlerts(days, "wouldNotify"));
  return `${settings}, ${would} would have been sent in the last ${days.length} days; ${wereSent(countAlerts(days, "notified"))}.`;
}

/** “Tue 10 Mar: 1 alert would have been sent; 2 were sent.” `name` is that of the day. */
export const daySentence = (
  name: string,
  { wouldNotify, notified }: { wouldNotify: number; notified: number },
) =>
  wouldNotify === 0 && notified === 0
    ? `${name}: no alerts.`
    : `${name}: ${alerts(wouldNotify)} would have been sent; ${wereSent(notified)}.`;

/** What an alert is about: “Missed check-in”, “Error, again”. */
export function formatCause({ kind, cause, isReminder }: PastAlert): string {
  const text = cause ? CAUSE_LABELS[cause] : kind === "errored" ? CAUSE_LABELS.error : CAUSE_LABELS.missed;
  return isReminder ? `${text}, reminder` : text;
}

/** Why an alert would not have been sent. */
export function reasonNotSent({ hold, isExcused }: Pick<ReplayedAlert, "hold" | "isExcused">): string {
  if (isExcused || hold === "maintenance") return "maintenance";
  if (hold === "threshold") return "too few in a row";
  if (hold === "parent") return "another snitch was down";
  if (hold === "snooze") return "snoozed";
  return "already alerted";
}
