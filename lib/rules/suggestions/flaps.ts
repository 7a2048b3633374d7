import { DAY_MS } from "../durations";
import type { AlertKind } from "../state/alert-draft";
import type { Status } from "../state/snitch-state";

/** With more changes than these within a day, a snitch flaps. */
export const MAX_CHANGES = 8;

export const FLAP_MS = DAY_MS;

type Change = { kind: AlertKind; from: Status; to: Status; isNotified: boolean };

const isBad = (status: Status) => status === "failed" || status === "errored";

/** Whether an alert says to people that a snitch turned bad or good. A pause is no such change, and neither is a reminder. */
export const isChange = ({ kind, from, to, isNotified }: Change): boolean =>
  isNotified && kind !== "paused" && isBad(from) !== isBad(to);

/** How often people heard within a day that a snitch turned bad or good, if that is too often; else null. */
export function countFlaps(alerts: (Change & { at: Date })[], now: Date): number | null {
  const since = new Date(now.getTime() - FLAP_MS);
  const count = alerts.filter((alert) => alert.at > since && alert.at <= now && isChange(alert)).length;
  return count > MAX_CHANGES ? count : null;
}
