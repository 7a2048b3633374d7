import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";
import { listInstants, localTimeAt, segmentAt } from "./zone-time";

/** What the clocks of a zone show at this instant, in milliseconds as if they showed UTC. Whole seconds. */
export const toClockTime = (at: Date, zone: string): number =>
  Math.floor(localTimeAt(zone, at.getTime()) / SECOND_MS) * SECOND_MS;

/**
 * The instant at which the clocks of a zone show this time. A time that they show twice means the first. A time that they skip
 * is as much later as they skip.
 */
export function toInstant(clockMs: number, zone: string): Date {
  const [first] = listInstants(zone, clockMs);
  // A day before, the clocks have their offset from before the change.
  return new Date(first ?? clockMs - segmentAt(zone, clockMs - DAY_MS).offsetMs);
}
