import { CAUSE_WORDS } from "@/components/incident-words";
import { Time } from "@/components/time";
import type { MessageReason } from "@/lib/history/explain-notifications";
import { HOLDS, type Hold } from "@/lib/rules/incidents/incident";
import type { Because } from "@/lib/rules/notifications/because";
import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import type { AlertKind } from "@/lib/rules/state/alert-draft";

/** Why people wait for an alert, after “because”. */
export const HOLD_WORDS: Record<Hold, string> = {
  threshold: "the rules of the snitch wait for more failures",
  snooze: "the incident was snoozed",
  maintenance: "maintenance was under way",
  parent: "it depends on another snitch, which had to report first",
};

const FREQUENCY_WORDS: Record<EmailFrequency, string> = {
  every: "every e-mail about a missing job",
  hourly: "one e-mail an hour about a missing job",
  daily: "one e-mail a day about a missing job",
  first: "only the first e-mail about a missing job",
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
      return "nobody was alerted about what it ends";
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

/** A sentence: why one person or channel is notified of an alert, is notified later, or is not notified. */
export function BecauseSentence({ because, kind }: { because: MessageReason; kind: AlertKind }) {
  if (!("until" in because)) return becauseInWords(because, kind);
  return (
    <>
      Waits until <Time at={because.until} as="second" />
      {because.reason === "quiet hours"
        ? ", the end of their quiet hours."
        : ", because many alerts came at once: the rest are sent in one e-mail."}
    </>
  );
}

type Timeless = Exclude<MessageReason, { until: Date }>;

function becauseInWords(because: Timeless, kind: AlertKind): string {
  switch (because.reason) {
    case "chosen":
      return "Gets the alerts of this snitch.";
    case "stands in":
      return "Stands in for recipients who cannot be e-mailed.";
    case "escalated":
      return "Notified by the escalation, because nobody had acknowledged the incident.";
    case "knows by escalation":
      return "Was e-mailed by the escalation, so also e-mailed about the end.";
    case "waited":
      return because.for === "storm"
        ? "Waited, because many alerts came at once."
        : "Waited for the end of their quiet hours.";
    case "frequency":
      return `Not e-mailed: gets ${FREQUENCY_WORDS[because.frequency]}.`;
    case "left":
      return "Not e-mailed: the recipient has unsubscribed.";
    case "unconfirmed":
      return "Not e-mailed: the recipient has not confirmed the address.";
    case "bounced":
      return "Not e-mailed: an e-mail to this address bounced.";
    case "complained":
      return "Not e-mailed: the recipient reported an e-mail as spam.";
    case "in summary":
      return "In one summary for the case: no check-in of any job arrived.";
    case "in summary before":
      return "Not e-mailed: the summary named the snitch already.";
    case "channels only":
      return `Not e-mailed: ${kind === "paused" ? "a pause that a person made" : "a check-in when nothing was wrong"} goes to channels only.`;
    default:
      return channelInWords(because);
  }
}

function channelInWords(because: Timeless): string {
  switch (because.reason) {
    case "route":
      return "Gets alerts like this one.";
    case "default channel":
      return "The fallback channel: no other channel matches this alert.";
    case "knows the beginning":
      return "Was notified of the beginning, so also notified of the end.";
    case "does not know the beginning":
      return "Not notified: it was not notified of the beginning.";
    case "off":
      return "Not notified: the channel was switched off.";
    case "other channels":
      return "Not notified: the snitch alerts other channels.";
    case "tags":
      return "Not notified: it gets only snitches with other tags.";
    case "severity":
      return because.minSeverity === "critical"
        ? "Not notified: it gets only critical alerts."
        : `Not notified: it gets only alerts of severity ${because.minSeverity} or higher.`;
    case "cause":
      return `Not notified: it gets only ${because.causes.map((cause) => `“${CAUSE_WORDS[cause]}”`).join(", ")}.`;
    case "other step":
      return "Not notified: this step of the escalation is for others.";
    default:
      return `Not notified: ${whyNobodyInWords(because as Because)}.`;
  }
}
