import { HOLDS, type Hold } from "../incidents/incident";
import type { AlertKind } from "../state/alert-draft";
import type { Because } from "./because";
import type { EmailFrequency } from "./email-frequency";

/** Why people wait for an alert, after “because”. */
export const HOLD_WORDS: Record<Hold, string> = {
  threshold: "the rules of the snitch wait for more failures",
  snooze: "the incident was snoozed",
  maintenance: "maintenance was under way",
  parent: "it depends on another snitch, which had to report first",
};

/** Which emails somebody gets, after “gets”. */
export const FREQUENCY_WORDS: Record<EmailFrequency, string> = {
  every: "every email about a missing job",
  hourly: "one email an hour about a missing job",
  daily: "one email a day about a missing job",
  first: "only the first email about a missing job",
};

/** Why everybody waits or is not notified, after “because”. Null for a reason that is about one address or channel. */
export function whyNobodyInWords({ reason }: Because): string | null {
  switch (reason) {
    case "excused":
      return "maintenance excuses it";
    case "acknowledged":
      return "somebody had acknowledged the incident";
    case "known":
      return "people already knew of the incident, and nothing had become worse";
    case "recovering":
      return "more successes are needed";
    case "unknown beginning":
      return "no alert about its incident had been sent";
    default:
      return isHold(reason) ? HOLD_WORDS[reason] : null;
  }
}

export type Unnotified = {
  kind: AlertKind;
  hold: Hold | null;
  isExcused: boolean;
  whyNobody: Because | null;
};

/**
 * Why nobody was notified of an alert, as the end of a sentence that begins “because”. An alert of an earlier version did not store
 * its reason: then this is the most likely one.
 */
export function reasonNobodyWasNotified({ kind, hold, isExcused, whyNobody }: Unnotified): string {
  const reason = isExcused ? "excused" : hold;
  const words = (whyNobody && whyNobodyInWords(whyNobody)) ?? (reason && whyNobodyInWords({ reason }));
  if (words) return words;
  if (kind === "reporting") return "nobody knew of the incident, or more successes were needed";
  return "it was acknowledged, or only a reminder would repeat it";
}

const isHold = (reason: string): reason is Hold => HOLDS.some((hold) => hold === reason);
