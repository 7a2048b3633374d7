import { Time } from "@/components/time";
import type { MessageReason } from "@/lib/history/explain-notifications";
import { CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";
import type { Because } from "@/lib/rules/notifications/because";
import { FREQUENCY_LABELS, formatWhyNotNotified } from "@/lib/rules/notifications/why-not-notified";
import type { AlertKind } from "@/lib/rules/state/alert-draft";

/** A sentence: why one person or channel is notified of an alert, is notified later, or is not notified. */
export function BecauseSentence({ because, kind }: { because: MessageReason; kind: AlertKind }) {
  if (!("until" in because)) return formatReason(because, kind);
  return (
    <>
      Waits until <Time at={because.until} as="second" />
      {WAITS[because.reason]}
    </>
  );
}

const WAITS = {
  "quiet hours": ", the end of their quiet hours.",
  hours: ", when this channel’s hours begin.",
  storm: ", because many alerts arrived at the same time. The rest are sent in one email.",
};

type Timeless = Exclude<MessageReason, { until: Date }>;

const WAITED = {
  "quiet hours": "Held until their quiet hours ended.",
  hours: "Held until this channel’s hours began.",
  storm: "Delayed, because many alerts arrived at the same time.",
};

function formatReason(because: Timeless, kind: AlertKind): string {
  switch (because.reason) {
    case "chosen":
      return "Gets the alerts of this snitch.";
    case "stands in":
      return "Emailed instead of recipients who can’t be emailed.";
    case "escalated":
      return "Notified by escalation, because no one had acknowledged the incident.";
    case "knows by escalation":
      return "Was emailed by escalation, so also emailed when the incident ended.";
    case "waited":
      return WAITED[because.for];
    case "frequency":
      return `Not emailed: gets ${FREQUENCY_LABELS[because.frequency]}.`;
    case "left":
      return "Not emailed: the recipient has unsubscribed.";
    case "unconfirmed":
      return "Not emailed: the recipient has not confirmed the address.";
    case "bounced":
      return "Not emailed: an email to this address bounced.";
    case "complained":
      return "Not emailed: the recipient reported an email as spam.";
    case "in summary":
      return "Included in one summary for the case: no job was checking in.";
    case "in summary before":
      return "Not emailed: already included in the summary.";
    case "channels only":
      return `Not emailed: ${kind === "paused" ? "a manual pause" : "a check-in while healthy"} goes to channels only.`;
    default:
      return formatChannel(because);
  }
}

function formatChannel(because: Timeless): string {
  switch (because.reason) {
    case "route":
      return "Gets alerts like this one.";
    case "policy":
      return "Notified by the first step of the escalation policy.";
    case "default channel":
      return "The fallback channel: no other channel matches this alert.";
    case "knows the beginning":
      return "Was notified when the incident began, so also when it ended.";
    case "does not know the beginning":
      return "Not notified: it wasn’t notified when the incident began.";
    case "off":
      return "Not notified: the channel was switched off.";
    case "other channels":
      return "Not notified: the snitch alerts other channels.";
    case "outside hours":
      return "Not notified: it was outside this channel’s hours.";
    case "tags":
      return "Not notified: it only gets snitches with other tags.";
    case "severity":
      return because.minSeverity === "critical"
        ? "Not notified: it only gets critical alerts."
        : `Not notified: it only gets alerts of severity ${because.minSeverity} or higher.`;
    case "cause":
      return `Not notified: it only gets ${because.causes.map((cause) => `“${CAUSE_LABELS[cause]}”`).join(", ")}.`;
    case "machine":
      return "Not notified separately: included in the notification about its machine.";
    case "other step":
      return "Not notified: this escalation step is for others.";
    default:
      return `Not notified: ${formatWhyNotNotified(because as Because)}.`;
  }
}
