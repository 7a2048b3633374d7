import { DAY_MS } from "../durations";
import type { AlertKind } from "../state/alert-draft";
import type { Status } from "../state/snitch-state";

/** With more changes than these within a day, a snitch flaps. */
export const MAX_CHANGES = 8;

export const FLAP_MS = DAY_MS;

export type Change = { kind: AlertKind; from: Status; to: Status; isNotified: boolean };

const isFailing = (status: Status) => status === "failed" || status === "errored";

/** Whether an alert says to people that a snitch turned bad or good. A pause is no such change, and neither is a reminder. */
export const isChange = ({ kind, from, to, isNotified }: Change): boolean =>
  isNotified && kind !== "paused" && isFailing(from) !== isFailing(to);

/** The number of notified changes among the alerts of a day, if it is above the limit; else null. */
export function countFlaps(alerts: Change[]): number | null {
  const count = alerts.filter(isChange).length;
  return count > MAX_CHANGES ? count : null;
}
