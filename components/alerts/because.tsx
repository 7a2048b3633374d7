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

const SENTENCES: Partial<Record<Timeless["reason"], string>> = {
  chosen: "Gets the alerts of this snitch.",
  "stands in": "Emailed instead of recipients who can’t be emailed.",
  escalated: "Notified by escalation, because no one had acknowledged the incident.",
  "knows by escalation": "Was emailed by escalation, so also emailed when the incident ended.",
  left: "Not emailed: the recipient has unsubscribed.",
  unconfirmed: "Not emailed: the recipient has not confirmed the address.",
  bounced: "Not emailed: an email to this address bounced.",
  complained: "Not emailed: the recipient reported an email as spam.",
  "in summary": "Included in one summary for the case: no job was checking in.",
  "in summary before": "Not emailed: already included in the summary.",
  route: "Gets alerts like this one.",
  policy: "Notified by the first step of the escalation policy.",
  "default channel": "The fallback channel: no other channel matches this alert.",
  "knows the beginning": "Was notified when the incident began, so also when it ended.",
  "does not know the beginning": "Not notified: it wasn’t notified when the incident began.",
  off: "Not notified: the channel was switched off.",
  "other channels": "Not notified: the snitch alerts other channels.",
  "outside hours": "Not notified: it was outside this channel’s hours.",
  tags: "Not notified: it only gets snitches with other tags.",
  machine: "Not notified separately: included in the notification about its machine.",
  "other step": "Not notified: this escalation step is for others.",
};

function formatReason(because: Timeless, kind: AlertKind): string {
  switch (because.reason) {
    case "waited":
      return WAITED[because.for];
    case "frequency":
      return `Not emailed: gets ${FREQUENCY_LABELS[because.frequency]}.`;
    case "channels only":
      return `Not emailed: ${kind === "paused" ? "a manual pause" : "a check-in while healthy"} goes to channels only.`;
    case "severity":
      return because.minSeverity === "critical"
        ? "Not notified: it only gets critical alerts."
        : `Not notified: it only gets alerts of severity ${because.minSeverity} or higher.`;
    case "cause":
      return `Not notified: it only gets ${because.causes.map((cause) => `“${CAUSE_LABELS[cause]}”`).join(", ")}.`;
    default:
      return SENTENCES[because.reason] ?? `Not notified: ${formatWhyNotNotified(because as Because)}.`;
  }
}
