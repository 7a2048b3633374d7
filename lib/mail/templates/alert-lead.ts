import { durationInWords } from "@/lib/rules/duration-in-words";
import { recoveryWord, STATUS_WORDS } from "@/lib/rules/history/history-words";
import { readLateFacts, writeLateReport } from "@/lib/rules/history/late-words";
import type { AlertDetails } from "./alert-details";
import { oneLine, truncate, type WriteTime } from "./format";
import { reminderLead } from "./incident-facts";
import { overranLead, ruleLead } from "./run-lead";
import type { Tone } from "./theme";

type Alert = AlertDetails["alert"];
type AlertLead = { tone: Tone; mark: string; label: string; lead: string };

const MAX_EXIT_STATUS_CHARACTERS = 60;

export const formatExitStatus = ({ exitStatus }: Alert) =>
  truncate(oneLine(exitStatus), MAX_EXIT_STATUS_CHARACTERS);

/** How an alert looks in an e-mail, a label of one or two words, and what happened, in one or two sentences. */
export function buildLead(details: AlertDetails, writeTime: WriteTime): AlertLead {
  const { alert } = details;
  switch (alert.kind) {
    case "missing":
      return {
        tone: "failed",
        mark: "▲",
        ...(alert.isReminder ? reminderLead(details, writeTime) : missingLead(alert, writeTime)),
      };
    case "errored":
      return {
        tone: "errored",
        mark: "■",
        ...(alert.isReminder
          ? reminderLead(details, writeTime)
          : withLate(erroredLead(alert, writeTime), lateLead(details))),
      };
    case "reporting":
      return {
        tone: "healthy",
        mark: "●",
        label: recoveryWord(alert.from),
        lead: lateLead(details) ?? reportingLead(alert, writeTime),
      };
    case "paused":
      return { tone: "paused", mark: "‖", label: STATUS_WORDS.paused, lead: pausedLead(alert, writeTime) };
  }
}

/** When it ran and when its report came; null if it was not late. */
const lateLead = ({ alert, zone }: AlertDetails): string | null =>
  alert.reportedLate ? writeLateReport(readLateFacts(alert.reportedLate), zone) : null;

const withLate = ({ label, lead }: { label: string; lead: string }, late: string | null) => ({
  label,
  lead: late ? `${lead} ${late}` : lead,
});

function missingLead(alert: Alert, writeTime: WriteTime) {
  const overran = overranLead(alert, writeTime);
  if (overran) return { label: "Running too long", lead: overran };
  const { from, at, silentSince } = alert;
  if (from === "failed") {
    const still = silentSince ? `It has been missing since ${writeTime(silentSince)}` : "It is still missing";
    return { label: "Still missing", lead: `${still}, and was due again by ${writeTime(at)}.` };
  }
  const since = from === "errored" ? " since it reported an error" : "";
  return {
    label: STATUS_WORDS.failed,
    lead: `It was due by ${writeTime(at)} and has not checked in${since}.`,
  };
}

function erroredLead(alert: Alert, writeTime: WriteTime) {
  const rule = ruleLead(alert, writeTime);
  if (rule) return { label: STATUS_WORDS.errored, lead: rule };
  const details = `on ${writeTime(alert.at)}, with exit status ${formatExitStatus(alert)}.`;
  if (alert.from === "errored")
    return { label: "Errored again", lead: `It reported another error ${details}` };
  const clause = `reported an error ${details}`;
  if (alert.from === "failed")
    return { label: STATUS_WORDS.errored, lead: `After being missing, it ${clause}` };
  return { label: STATUS_WORDS.errored, lead: `It ${clause}` };
}

function reportingLead({ from, at, silentSince }: Alert, writeTime: WriteTime): string {
  const checkedIn = `It checked in on ${writeTime(at)}`;
  if (from === "paused") return `${checkedIn}, which ended its pause.`;
  if (from === "errored") return `${checkedIn}, this time without an error.`;
  if (!silentSince) return `${checkedIn}, after being missing.`;
  return `${checkedIn}, after being missing for ${durationInWords(at.getTime() - silentSince.getTime())}.`;
}

const pausedLead = ({ at }: Alert, writeTime: WriteTime) =>
  `It has been missing for two years, so it was paused on ${writeTime(at)}. While it is paused, no alerts are sent.`;
