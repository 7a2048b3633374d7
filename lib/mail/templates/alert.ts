import { formatCount } from "@/lib/rules/format-count";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import { formatExitStatus, lasted } from "@/lib/rules/messages/alert-lead";
import { buildLead, describeState } from "@/lib/rules/messages/alert-message";
import { oneLine, plainText, timesIn, truncate, type WriteTime } from "@/lib/rules/messages/format";
import { acknowledgeUrl, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { excerptText } from "@/lib/rules/runs/excerpt";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { Fact, MailContent, Quote } from "./content";
import type { Tone } from "./theme";

/** How many snitches that depend on one are failing, too, and the names of some of them. */
export type Dependents = { count: number; names: string[] };

/** What an email about an alert is made of. */
export type AlertDetails = {
  notification: Notification & { alert: object };
  lastCheckedInAt: Date | null;
  dependents?: Dependents | undefined;
  // Without the deadline: a retry must send the same content, and the deadline changes.
  terms: ScheduleTerms;
  /** The zone of its times. */
  zone: string;
  /** The page of the snitch, which members have. */
  snitchUrl: string;
};

const MAX_SUBJECT_CHARACTERS = 80;
const MESSAGE_LIMITS = { maxLines: 30, maxLength: 2_000 };

const LOOKS: Record<AlertKind, { tone: Tone; mark: string; timeLabel: string }> = {
  missing: { tone: "failed", mark: "▲", timeLabel: "Due by" },
  errored: { tone: "errored", mark: "■", timeLabel: "Errored" },
  reporting: { tone: "healthy", mark: "●", timeLabel: "Checked in" },
  paused: { tone: "paused", mark: "‖", timeLabel: "Paused" },
};

/** The email about an alert. It names no other recipient, because recipients may be strangers to each other. */
export function buildAlertContent(details: AlertDetails): MailContent {
  const { notification, snitchUrl, zone } = details;
  const { snitch, alert } = notification;
  const { tone, mark } = LOOKS[alert.kind];
  const { label } = describeState(notification);
  const title = oneLine(snitch.name);
  const writeTime = timesIn(zone);
  return {
    subject: `${mark} ${label}: ${truncate(title, MAX_SUBJECT_CHARACTERS)}`,
    about: oneLine(notification.caseName),
    badge: { tone, mark, label },
    title,
    lead: buildLead(notification, writeTime),
    facts: listFacts(details, writeTime),
    quotes: listQuotes(notification.message, snitch.notes),
    ...chooseButtons(details),
    closing: {
      words: "You receive alerts for this snitch. To stop these emails,",
      link: { label: "pause it or change who is alerted", url: snitchUrl },
    },
  };
}

/** The links only open pages with the choices: a mail scanner that follows them changes nothing. */
function chooseButtons({
  notification,
  snitchUrl,
}: AlertDetails): Pick<MailContent, "button" | "otherButtons"> {
  const open = { label: "Open Snitch", url: snitchUrl };
  if (!isFailing(notification)) return { button: open };
  const acknowledge = acknowledgeUrl(notification);
  const others = [
    { label: "Snooze…", url: `${snitchUrl}/snooze` },
    { label: "Why This Alert", url: notification.snitch.url },
  ];
  if (!acknowledge) return { button: open, otherButtons: others };
  return { button: { label: "Acknowledge…", url: acknowledge }, otherButtons: [open, ...others] };
}

const SINCE_LABELS: Partial<Record<Status, string>> = { failed: "Missing since", errored: "Errored since" };

function listFacts(details: AlertDetails, writeTime: WriteTime): Fact[] {
  const { notification, lastCheckedInAt, terms, dependents } = details;
  const { hint, alert, since, at, incident, severity, snitch } = notification;
  const facts = [
    { label: "Hint", value: hint?.text, ...(hint?.url && { url: hint.url }) },
    ...listTimes(notification, writeTime),
    { label: "Exit status", value: formatExitStatus(notification) },
    ...listRunFacts(notification, writeTime),
    {
      // A snitch that was paused may have been missing or errored before the pause.
      label: SINCE_LABELS[alert.from] ?? SINCE_LABELS[alert.to] ?? "Not healthy since",
      value: since && since < at && `${writeTime(new Date(since))} (${lasted(notification)})`,
    },
    { label: "Last healthy check-in", value: lastCheckedInAt ? writeTime(lastCheckedInAt) : "Never" },
    { label: "Expected", value: formatSchedule(terms) },
    { label: "Severity", value: incident && severity !== "critical" && SEVERITY_LABELS[severity] },
    { label: "Also affected", value: dependents && formatDependents(dependents) },
    { label: "Link", value: snitch.link, ...(snitch.link && { url: snitch.link }) },
  ];
  return facts.flatMap(({ value, ...fact }) => (value ? { ...fact, value } : []));
}

function listTimes(
  { alert, at, isReminder, reportedLate }: AlertDetails["notification"],
  writeTime: WriteTime,
) {
  if (!reportedLate || alert.kind !== "reporting")
    return [{ label: isReminder ? "Reminder" : LOOKS[alert.kind].timeLabel, value: writeTime(new Date(at)) }];
  return [
    { label: "Ran", value: writeTime(new Date(reportedLate.at)) },
    { label: "Report came", value: writeTime(new Date(at)) },
  ];
}

function listRunFacts({ run }: Notification, writeTime: WriteTime) {
  if (!run) return [];
  const { rid, host, env, started_at: startedAt, reported_ms: reported, duration_ms: measured } = run;
  const durationMs = reported ?? measured;
  return [
    { label: "Run", value: rid && oneLine(rid) },
    { label: "Run started", value: startedAt && writeTime(new Date(startedAt)) },
    { label: "Run took", value: durationMs === null ? null : runDuration(durationMs) },
    { label: "Host", value: oneLine([host, env].filter(Boolean).join(", ")) },
  ];
}

const formatDependents = ({ count, names }: Dependents) =>
  `${formatCount(count, "dependent snitch", "dependent snitches")}: ${[...names.map(oneLine), ...(count > names.length ? ["…"] : [])].join(", ")}`;

function listQuotes(message: string, notes: string): Quote[] {
  const said = plainText(excerptText(message, MESSAGE_LIMITS));
  const quotes: Quote[] = [
    {
      label: said.includes("\n") ? "Last output of the job" : "Last message from the job",
      body: said,
      as: "output",
    },
    { label: "Notes", body: plainText(notes), as: "prose" },
  ];
  return quotes.filter(({ body }) => body !== "");
}
