import { durationInWords } from "@/lib/rules/duration-in-words";
import type { Hint } from "@/lib/rules/incidents/hints";
import { excerptText } from "@/lib/rules/runs/excerpt";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { AlertDetails } from "./alert-details";
import { buildLead, formatExitStatus } from "./alert-lead";
import type { Fact, Link, MailContent, Quote } from "./content";
import { oneLine, plainText, timesIn, truncate, type WriteTime } from "./format";
import { factsOfIncident } from "./incident-facts";

type Alert = AlertDetails["alert"];

const MAX_SUBJECT_CHARACTERS = 80;
const MESSAGE_LIMITS = { maxLines: 30, maxLength: 2_000 };

/** The e-mail about an alert. It names no other recipient, because recipients may be strangers to each other. */
export function buildAlertContent(details: AlertDetails): MailContent {
  const { alert, snitch, caseName, snitchUrl } = details;
  const writeTime = timesIn(details.zone);
  const { lead, ...badge } = buildLead(details, writeTime);
  const title = oneLine(snitch.name);
  return {
    subject: `${badge.mark} ${badge.label}: ${truncate(title, MAX_SUBJECT_CHARACTERS)}`,
    about: oneLine(caseName),
    badge,
    title,
    lead,
    facts: [
      ...factsOfHint(details.hint),
      ...listFacts(alert, snitch, writeTime),
      ...factsOfIncident(details, writeTime),
      ...(snitch.url ? [{ label: "Link", value: snitch.url, url: snitch.url }] : []),
    ],
    quotes: listQuotes(alert.message, snitch.notes),
    button: { label: "Open Snitch", url: snitchUrl },
    ...(isDown(alert) && { otherButtons: listButtons(details) }),
    closing: {
      words: "You receive alerts for this snitch. To stop these e-mails,",
      link: { label: "pause it or change who is alerted", url: snitchUrl },
    },
  };
}

/** The links only open pages with the choices: a mail scanner that follows them changes nothing. */
const listButtons = ({ snitchUrl, incident, alertUrl }: AlertDetails): Link[] => [
  ...(incident ? [{ label: "Acknowledge…", url: incident.answerUrl ?? `${incident.url}/acknowledge` }] : []),
  { label: "Mute…", url: `${snitchUrl}/snooze` },
  ...(alertUrl ? [{ label: "Why This Alert", url: alertUrl }] : []),
];

const isDown = ({ kind }: Alert) => kind === "missing" || kind === "errored";

const TIME_LABELS: Record<AlertKind, string> = {
  missing: "Due by",
  errored: "Error reported",
  reporting: "Checked in",
  paused: "Paused",
};

const SILENT_SINCE_LABELS: Partial<Record<Status, string>> = {
  failed: "Missing since",
  errored: "Errored since",
};

/** For a snitch that was paused: it may have been missing or errored before the pause. */
const OTHER_SILENT_SINCE_LABEL = "Not healthy since";

function listFacts(alert: Alert, snitch: ScheduleColumns, writeTime: WriteTime): Fact[] {
  const { from, at, silentSince, lastCheckedInAt } = alert;
  const facts = listTimes(alert, writeTime);
  const exitStatus = formatExitStatus(alert);
  if (exitStatus) facts.push({ label: "Exit status", value: exitStatus });
  facts.push(...factsOfRun(alert, writeTime));
  if (silentSince) {
    const duration = durationInWords(at.getTime() - silentSince.getTime());
    const label = SILENT_SINCE_LABELS[from] ?? OTHER_SILENT_SINCE_LABEL;
    facts.push({ label, value: `${writeTime(silentSince)} (${duration})` });
  }
  facts.push(
    { label: "Last healthy check-in", value: lastCheckedInAt ? writeTime(lastCheckedInAt) : "Never" },
    { label: "Expected", value: scheduleInWords(toScheduleTerms(snitch)) },
  );
  return facts;
}

const factsOfHint = (hint?: Hint | null): Fact[] =>
  hint ? [{ label: "Hint", value: hint.hint, ...(hint.url && { url: hint.url }) }] : [];

function listTimes({ kind, at, isReminder, reportedLate }: Alert, writeTime: WriteTime): Fact[] {
  if (!reportedLate || kind !== "reporting")
    return [{ label: isReminder ? "Reminder" : TIME_LABELS[kind], value: writeTime(at) }];
  return [
    { label: "Ran", value: writeTime(new Date(reportedLate.at)) },
    { label: "Report came", value: writeTime(at) },
  ];
}

function factsOfRun({ run }: Alert, writeTime: WriteTime): Fact[] {
  if (!run) return [];
  const { rid, host, env, started_at: startedAt, reported_ms: reported, duration_ms: measured } = run;
  const durationMs = reported ?? measured;
  return [
    { label: "Run", value: rid && oneLine(rid) },
    { label: "Run started", value: startedAt && writeTime(new Date(startedAt)) },
    { label: "Run took", value: durationMs === null ? null : runDuration(durationMs) },
    { label: "Host", value: oneLine([host, env].filter(Boolean).join(", ")) },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

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
