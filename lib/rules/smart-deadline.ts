import type { Interval } from "./interval";
import { type Period, periodAfter, periodAt } from "./period";

/** How many arrivals are remembered. */
const MAX_ARRIVALS = 7;

/** How many arrivals a smart deadline needs. */
export const MIN_ARRIVALS = 3;

/** When a snitch's job usually checks in. */
export type ArrivalHistory = {
  /** How far into its period the first healthy check-in came, for each of the latest periods that had one; oldest first. */
  arrivalsMs: number[];
  /** The start of the latest of these periods; null while there is none. */
  lastArrivalPeriod: Date | null;
};

export const NO_ARRIVALS: ArrivalHistory = { arrivalsMs: [], lastArrivalPeriod: null };

/** Adds a healthy check-in to the history. Only the first one of a period counts. */
export function recordArrival(history: ArrivalHistory, interval: Interval, at: Date): ArrivalHistory {
  const { start } = periodAt(interval, at);
  if (history.lastArrivalPeriod && history.lastArrivalPeriod >= start) return history;
  const arrivalMs = at.getTime() - start.getTime();
  return { arrivalsMs: [...history.arrivalsMs, arrivalMs].slice(-MAX_ARRIVALS), lastArrivalPeriod: start };
}

export type ArrivalRange = { earliestMs: number; latestMs: number };

/**
 * The range in which check-ins usually arrive, measured from the start of a period of this length. Null if there are fewer
 * than three arrivals, or if their range is longer than a quarter of the period.
 */
export function usualArrival({ arrivalsMs }: ArrivalHistory, lengthMs: number): ArrivalRange | null {
  if (arrivalsMs.length < MIN_ARRIVALS) return null;
  const earliestMs = Math.min(...arrivalsMs);
  const latestMs = Math.max(...arrivalsMs);
  return latestMs - earliestMs <= lengthMs / 4 ? { earliestMs, latestMs } : null;
}

const lengthOf = (period: Period) => period.end.getTime() - period.start.getTime();

/**
 * The smart deadline after a check-in: in the next period, a tenth of the period after the latest usual arrival, but not
 * after the end of the period. Without a usual arrival it is the basic deadline.
 */
export function smartDeadlineAfter(interval: Interval, history: ArrivalHistory, at: Date): Date {
  const next = periodAfter(interval, periodAt(interval, at));
  const lengthMs = lengthOf(next);
  const usual = usualArrival(history, lengthMs);
  if (!usual) return next.end;
  const smartMs = next.start.getTime() + usual.latestMs + Math.round(lengthMs / 10);
  return new Date(Math.min(smartMs, next.end.getTime()));
}
