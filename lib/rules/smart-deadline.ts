import type { Interval } from "./interval";
import { type Period, periodAfter, periodAt } from "./period";

/** How many arrivals are remembered, and how many are needed for a smart deadline. */
const MAX_ARRIVALS = 7;
export const MIN_ARRIVALS = 3;

/** When a snitch's job usually checks in. */
export type ArrivalHistory = {
  /** For each of the latest periods with a healthy check-in, how far into the period the first came; oldest first. */
  arrivalsMs: number[];
  /** The start of the period of the last arrival; null while there is none. */
  lastArrivalPeriod: Date | null;
};

export const NO_ARRIVALS: ArrivalHistory = { arrivalsMs: [], lastArrivalPeriod: null };

/** The arrivals after a healthy check-in. Only the first check-in of a period counts. */
export function recordArrival(history: ArrivalHistory, interval: Interval, at: Date): ArrivalHistory {
  const { start } = periodAt(interval, at);
  if (history.lastArrivalPeriod && history.lastArrivalPeriod >= start) return history;
  const arrivalMs = at.getTime() - start.getTime();
  return { arrivalsMs: [...history.arrivalsMs, arrivalMs].slice(-MAX_ARRIVALS), lastArrivalPeriod: start };
}

export type ArrivalRange = { earliestMs: number; latestMs: number };

/**
 * The range in which check-ins usually arrive, as distances into a period of this length. Null with fewer than three
 * arrivals, or when they spread over more than a quarter of the period.
 */
export function usualArrival({ arrivalsMs }: ArrivalHistory, lengthMs: number): ArrivalRange | null {
  if (arrivalsMs.length < MIN_ARRIVALS) return null;
  const earliestMs = Math.min(...arrivalsMs);
  const latestMs = Math.max(...arrivalsMs);
  return latestMs - earliestMs <= lengthMs / 4 ? { earliestMs, latestMs } : null;
}

const lengthOf = (period: Period) => period.end.getTime() - period.start.getTime();

/**
 * The smart deadline after a check-in: in the next period, a tenth of the interval after the latest usual arrival, but
 * never after the period's end. Without a usual arrival it is the basic deadline.
 */
export function smartDeadlineAfter(interval: Interval, history: ArrivalHistory, at: Date): Date {
  const next = periodAfter(interval, periodAt(interval, at));
  const lengthMs = lengthOf(next);
  const usual = usualArrival(history, lengthMs);
  if (!usual) return next.end;
  const smartMs = next.start.getTime() + usual.latestMs + Math.round(lengthMs / 10);
  return new Date(Math.min(smartMs, next.end.getTime()));
}
