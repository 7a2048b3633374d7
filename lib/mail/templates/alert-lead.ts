import { durationInWords } from "@/lib/rules/duration-in-words";
import { recoveryWord, STATUS_WORDS } from "@/lib/rules/history-words";
import type { AlertDetails } from "./alert-details";
import { inUtc, oneLine, truncate } from "./format";
import { reminderLead } from "./incident-facts";
import { overranLead, ruleLead } from "./run-lead";
import type { Tone } from "./theme";

type Alert = AlertDetails["alert"];
type AlertLead = { tone: Tone; mark: string; label: string; lead: string };

const MAX_EXIT_STATUS_CHARACTERS = 60;

export const formatExitStatus = ({ exitStatus }: Alert) =>
  truncate(oneLine(exitStatus), MAX_EXIT_STATUS_CHARACTERS);

/** How an alert looks in an e-mail, a label of one or two words, and what happened, in one or two sentences. */
export function buildLead(details: AlertDetails): AlertLead {
  const { alert } = details;
  switch (alert.kind) {
    case "missing":
      return {
        tone: "failed",
        mark: "▲",
        ...(alert.isReminder ? reminderLead(details) : missingLead(alert)),
      };
    case "errored":
      return {
        tone: "errored",
        mark: "■",
        ...(alert.isReminder ? reminderLead(details) : erroredLead(alert)),
      };
    case "reporting":
      return { tone: "healthy", mark: "●", label: recoveryWord(alert.from), lead: reportingLead(alert) };
    case "paused":
      return { tone: "paused", mark: "‖", label: STATUS_WORDS.paused, lead: pausedLead(alert) };
  }
}

function missingLead(alert: Alert) {
  const overran = overranLead(alert);
  if (overran) return { label: "Running too long", lead: overran };
  const { from, at, silentSince } = alert;
  const due = inUtc(at);
  if (from === "failed") {
    const still = silentSince ? `It has been missing since ${inUtc(silentSince)}` : "It is still missing";
    return { label: "Still missing", lead: `${still}, and was due again by ${due}.` };
  }
  const since = from === "errored" ? " since it reported an error" : "";
  return { label: STATUS_WORDS.failed, lead: `It was due by ${due} and has not checked in${since}.` };
}

function erroredLead(alert: Alert) {
  const rule = ruleLead(alert);
  if (rule) return { label: STATUS_WORDS.errored, lead: rule };
  const details = `on ${inUtc(alert.at)}, with exit status ${formatExitStatus(alert)}.`;
  if (alert.from === "errored")
    return { label: "Errored again", lead: `It reported another error ${details}` };
  const reported = `reported an error ${details}`;
  if (alert.from === "failed")
    return { label: STATUS_WORDS.errored, lead: `After being missing, it ${reported}` };
  return { label: STATUS_WORDS.errored, lead: `It ${reported}` };
}

function reportingLead({ from, at, silentSince }: Alert): string {
  const checkedIn = `It checked in on ${inUtc(at)}`;
  if (from === "paused") return `${checkedIn}, which ended its pause.`;
  if (from === "errored") return `${checkedIn}, this time without an error.`;
  if (!silentSince) return `${checkedIn}, after being missing.`;
  return `${checkedIn}, after being missing for ${durationInWords(at.getTime() - silentSince.getTime())}.`;
}

const pausedLead = ({ at }: Alert) =>
  `It has been missing for two years, so it was paused on ${inUtc(at)}. While it is paused, no alerts are sent.`;
