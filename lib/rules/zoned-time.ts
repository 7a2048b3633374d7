import { instantsOf, localTimeAt, segmentAt } from "./schedule/zone-time";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** What the clocks of a zone show at this instant, in milliseconds as if they showed UTC. Whole seconds. */
export const clockTimeOf = (at: Date, zone: string): number =>
  Math.floor(localTimeAt(zone, at.getTime()) / SECOND_MS) * SECOND_MS;

/**
 * The instant at which the clocks of a zone show this time. A time that they show twice means the first. A time that they skip
 * is as much later as they skip.
 */
export function instantOf(clockMs: number, zone: string): Date {
  const [first] = instantsOf(zone, clockMs);
  // A day before, the clocks have their offset from before the change.
  return new Date(first ?? clockMs - segmentAt(zone, clockMs - DAY_MS).offsetMs);
}
