import type { AlertDraft } from "./alert-draft";
import type { UnknownMiss } from "./listening-gap";
import type { SnitchState } from "./snitch-state";

export type EndedPause = { startsAt: Date; endsAt: Date };

/** The next state of a snitch, the alerts to raise, the pauses that ended, and the deadlines that could not be evaluated. */
export type Transition = {
  snitch: SnitchState;
  alerts: AlertDraft[];
  pauses: EndedPause[];
  unknownMisses: UnknownMiss[];
};

/** A transition that raises no alert and ends no pause. */
export const withoutAlerts = (snitch: SnitchState): Transition => ({
  snitch,
  alerts: [],
  pauses: [],
  unknownMisses: [],
});

/** Two transitions as one: the state of the second, and everything else of both, in order. */
export const combine = (first: Transition, second: Transition): Transition => ({
  snitch: second.snitch,
  alerts: [...first.alerts, ...second.alerts],
  pauses: [...first.pauses, ...second.pauses],
  unknownMisses: [...first.unknownMisses, ...second.unknownMisses],
});
