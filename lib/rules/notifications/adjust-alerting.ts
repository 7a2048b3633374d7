import type { AlertKind } from "../state/alert-draft";
import type { Status } from "../state/snitch-state";
import { isDown } from "../state/status";
import { isInSummaryOfHold } from "./alert-hold";
import type { Alerting } from "./alerting";

type Evaluated = {
  kind: AlertKind;
  from: Status;
  to: Status;
  at: Date;
  silentSince: Date | null;
  incidentId: string | null;
  alerting: Alerting;
};

/** Whether an alert ends what was wrong before a pause, whose incident the pause has closed. */
export const endsEarlier = ({ from, kind, alerting, incidentId }: Evaluated) =>
  kind === "reporting" &&
  incidentId === null &&
  alerting.kind === "notify" &&
  alerting.emails !== "channels only" &&
  (from === "paused" || isDown(from));

/** What such an alert means if no one was notified of what it ends: channels are notified of the end of the pause, all the same. */
export const alertingOfUnknownEnd = ({ from }: { from: Status }): Alerting =>
  from === "paused"
    ? { kind: "notify", of: "alert", emails: "unknown beginning" }
    : { kind: "never", because: "unknown beginning", hold: null };

/** The same alerting, if one of these expired holds of all alerts has a summary that takes the place of its emails. */
export function alertingInSummary(
  { alerting, ...alert }: Evaluated,
  holds: { startsAt: Date; endsAt: Date | null }[],
): Alerting {
  if (alerting.kind !== "notify" || alerting.emails !== "now" || !isInSummaryOfHold(alert, holds))
    return alerting;
  // A snitch that is missing for a further period is in the summary already.
  return { ...alerting, emails: alert.from === alert.to ? "in summary before" : "in summary" };
}
