import type { AlertDraft } from "./alert-draft";
import type { SnitchState } from "./snitch-state";

export type EndedPause = { startsAt: Date; endsAt: Date };

/** The next state of a snitch, the alerts to raise and the pauses that ended. */
export type Transition = { snitch: SnitchState; alerts: AlertDraft[]; pauses: EndedPause[] };

/** A transition that raises no alert and ends no pause. */
export const withoutAlerts = (snitch: SnitchState): Transition => ({ snitch, alerts: [], pauses: [] });

/** Two transitions as one: the state of the second, the alerts and pauses of both, in order. */
export const combine = (first: Transition, second: Transition): Transition => ({
  snitch: second.snitch,
  alerts: [...first.alerts, ...second.alerts],
  pauses: [...first.pauses, ...second.pauses],
});
