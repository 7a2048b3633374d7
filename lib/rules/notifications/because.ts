import type { Hold, Severity } from "../incidents/incident";
import type { AlertCause } from "../state/alert-cause";
import type { EmailMark } from "./address-mark";
import type { Emailing, QuietReason } from "./alerting";
import type { EmailFrequency } from "./email-frequency";

/** Why one person or channel, or all of them, are notified of an alert, wait for it, or are not notified. */
export type Because =
  // Everyone.
  | { reason: Hold | QuietReason }
  // Everyone who gets emails.
  | { reason: Exclude<Emailing, "now"> }
  // An address: it is chosen, stands in for others, or is that of someone whom the escalation emails or emailed.
  | { reason: "chosen" | "stands in" | "escalated" | "knows by escalation" }
  | { reason: "quiet hours" | "storm" | "hours"; until: Date }
  | { reason: "frequency"; frequency: EmailFrequency }
  | { reason: "left" | "unconfirmed" | EmailMark }
  // A channel.
  | { reason: "route" | "default channel" | "knows the beginning" | "does not know the beginning" | "off" }
  | { reason: "policy" | "other channels" | "tags" | "outside hours" }
  | { reason: "severity"; minSeverity: Severity }
  | { reason: "cause"; causes: AlertCause[] }
  // A message about the machine of the job replaces one of its own, with this alert or from before.
  | { reason: "machine" }
  // A step of the escalation is for others.
  | { reason: "other step" };

/** Whom a decision is about. */
export type Target =
  | { kind: "everybody" | "every address" }
  | { kind: "channel"; channelId: string }
  /** `as`: why the case emails the address. */
  | { kind: "email"; address: string; as: "recipient" | "stand-in" | "step" };

/** The decision about one alert and one target. “later”: as soon as nothing holds the incident back. */
export type Decision = {
  to: Target;
  when: "now" | "after quiet hours" | "in summary" | "later" | "never";
  because: Because;
};

/** What tells targets apart. An address has one, however it is spelled. */
export function buildTargetKey(to: Target): string {
  if (to.kind === "channel") return to.channelId;
  return to.kind === "email" ? to.address.toLowerCase() : to.kind;
}
