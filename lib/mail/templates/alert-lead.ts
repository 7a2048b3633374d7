import type { AlertDetails } from "./alert-details";
import type { Tone } from "./theme";
import { cut, inUtc, lasting, oneLine } from "./words";

type Alert = AlertDetails["alert"];
type Lead = { tone: Tone; mark: string; label: string; lead: string };

const MAX_EXIT_STATUS_CHARACTERS = 60;

export const exitStatusOf = ({ exitStatus }: Alert) => cut(oneLine(exitStatus), MAX_EXIT_STATUS_CHARACTERS);

/** What happened, in two words and in one sentence. */
export function leadOf(alert: Alert): Lead {
  switch (alert.kind) {
    case "missing":
      return { tone: "failed", mark: "▲", ...missing(alert) };
    case "errored":
      return { tone: "errored", mark: "■", ...errored(alert) };
    case "reporting":
      return { tone: "healthy", mark: "●", label: "Reporting again", lead: reporting(alert) };
    case "paused":
      return { tone: "paused", mark: "‖", label: "Paused", lead: paused(alert) };
  }
}

function missing({ from, at, silentSince }: Alert) {
  const due = inUtc(at);
  if (from === "failed") {
    const still = silentSince ? `It has been missing since ${inUtc(silentSince)}` : "It is still missing";
    return { label: "Still missing", lead: `${still}, and was due again by ${due}.` };
  }
  const silence = from === "errored" ? "has said nothing since it reported an error" : "has not checked in";
  return { label: "Missing", lead: `It was due by ${due} and ${silence}.` };
}

function errored(alert: Alert) {
  const error = `reported an error on ${inUtc(alert.at)}, with exit status ${exitStatusOf(alert)}`;
  if (alert.from === "errored") return { label: "Errored again", lead: `Once more, it ${error}.` };
  if (alert.from === "failed") return { label: "Errored", lead: `After being missing, it ${error}.` };
  return { label: "Errored", lead: `It ${error}.` };
}

function reporting({ from, at, silentSince }: Alert): string {
  const checkedIn = `It checked in on ${inUtc(at)}`;
  if (from === "paused") return `${checkedIn}, which ended its pause.`;
  if (from === "errored") return `${checkedIn}, this time without an error.`;
  if (!silentSince) return `${checkedIn}, after being missing.`;
  return `${checkedIn}, after being missing for ${lasting(at.getTime() - silentSince.getTime())}.`;
}

const paused = ({ at }: Alert) =>
  `It has been missing for two years, so it was paused on ${inUtc(at)}. While it is paused, nobody is alerted.`;
