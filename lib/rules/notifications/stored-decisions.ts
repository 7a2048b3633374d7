import type { Decision } from "./because";

/** How many decisions an alert keeps at most. */
export const MAX_STORED_DECISIONS = 100;

/**
 * Whether an alert has to keep a decision about one address or channel: nothing else says it. An email says why it waits, why it
 * is not sent, and whether it stands in for others; and anyone who is notified as usual needs no reason.
 */
export function needsStoring({ to, when, because: { reason } }: Decision): boolean {
  if (to.kind === "everybody" || to.kind === "every address") return false;
  switch (reason) {
    case "chosen":
    case "stands in":
    case "route":
    case "quiet hours":
    case "hours":
    case "storm":
    case "left":
    case "unconfirmed":
    case "bounced":
    case "complained":
      return false;
    case "escalated":
      return to.kind === "channel";
    case "machine":
      return to.kind === "channel" || when === "never";
    default:
      return true;
  }
}
