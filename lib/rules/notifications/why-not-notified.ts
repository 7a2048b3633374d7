import { HOLDS, type Hold } from "../incidents/incident";
import type { AlertKind } from "../state/alert-draft";
import type { Because } from "./because";
import type { EmailFrequency } from "./email-frequency";

/** Why people wait for an alert, after “because”. */
export const HOLD_LABELS: Record<Hold, string> = {
  threshold: "the snitch waits for more failures before alerting",
  snooze: "the incident was snoozed",
  maintenance: "a maintenance window was active",
  parent: "it depends on another snitch that had to recover first",
};

/** Which emails someone gets, after “gets”. */
export const FREQUENCY_LABELS: Record<EmailFrequency, string> = {
  every: "every email about a missing job",
  hourly: "one email an hour about a missing job",
  daily: "one email a day about a missing job",
  first: "only the first email about a missing job",
};

/** Why everyone waits or is not notified, after “because”. Null for a reason that is about one address or channel. */
export function formatWhyNotNotified({ reason }: Because): string | null {
  switch (reason) {
    case "excused":
      return "it happened during maintenance";
    case "acknowledged":
      return "the incident was acknowledged";
    case "known":
      return "people had already been notified of the incident, and it hadn’t gotten worse";
    case "recovering":
      return "more successes are needed";
    case "unknown beginning":
      return "no one had been notified of its incident";
    default:
      return isHold(reason) ? HOLD_LABELS[reason] : null;
  }
}

export type Unnotified = {
  kind: AlertKind;
  hold: Hold | null;
  isExcused: boolean;
  whyNotNotified: Because | null;
};

/**
 * Why no one was notified of an alert, as the end of a sentence that begins “because”. An alert of an earlier version did not store
 * its reason: then this is the most likely one.
 */
export function reasonNotNotified({ kind, hold, isExcused, whyNotNotified }: Unnotified): string {
  const reason = isExcused ? "excused" : hold;
  const text =
    (whyNotNotified && formatWhyNotNotified(whyNotNotified)) ?? (reason && formatWhyNotNotified({ reason }));
  if (text) return text;
  if (kind === "reporting") return "no one had been notified of the incident, or more successes were needed";
  return "it was acknowledged, or only a reminder was due";
}

const isHold = (reason: string): reason is Hold => HOLDS.some((hold) => hold === reason);
