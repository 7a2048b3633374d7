import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter, matchTick } from "./match-tick";

/** How many arrivals are remembered. */
const MAX_ARRIVALS = 7;

/** How many arrivals a smart deadline needs. */
export const MIN_ARRIVALS = 3;

/** When a snitch's job usually checks in. */
export type ArrivalHistory = {
  /** How long after its run’s time (the start of a period) the first healthy check-in came, for each of the latest runs that had one; oldest first. */
  arrivalsMs: number[];
  /** The time of the latest of these runs; null while there is none. */
  lastArrivalPeriod: Date | null;
};

export const NO_ARRIVALS: ArrivalHistory = { arrivalsMs: [], lastArrivalPeriod: null };

/** Adds a healthy check-in to the history, for the run that `matchAt` matches. Only the first one of a run counts. */
export function recordArrival(
  { arrivalsMs, lastArrivalPeriod }: ArrivalHistory,
  terms: ScheduleTerms,
  at: Date,
  matchAt = at,
): ArrivalHistory {
  const start = matchTick(terms, matchAt);
  if (lastArrivalPeriod && lastArrivalPeriod >= start) return { arrivalsMs, lastArrivalPeriod };
  const arrivalMs = at.getTime() - start.getTime();
  return { arrivalsMs: [...arrivalsMs, arrivalMs].slice(-MAX_ARRIVALS), lastArrivalPeriod: start };
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

/**
 * The smart deadline after a check-in: for the next run, a tenth of the time between two runs after the latest usual
 * arrival, but not after the time of the run after it. Without a usual arrival it is the basic deadline.
 */
export function smartDeadlineAfter(terms: ScheduleTerms, history: ArrivalHistory, at: Date): Date {
  const { matchTick, nextTick } = compileSchedule(terms);
  const startMs = nextTick(matchTick(at.getTime()));
  const endMs = nextTick(startMs);
  const usual = usualArrival(history, endMs - startMs);
  if (!usual) return deadlineAfter(terms, at);
  const smartMs = startMs + usual.latestMs + Math.round((endMs - startMs) / 10);
  // Arrivals are before the time of a run if the job may be early by more than the margin.
  return new Date(Math.min(Math.max(smartMs, startMs + 1_000), endMs));
}
