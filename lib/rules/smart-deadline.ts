import type { Interval } from "./interval";
import { type Period, periodAfter, periodAt } from "./period";

/** How many periods smart remembers, and with how many it starts to trust them. */
const REMEMBERED = 7;
export const ENOUGH = 3;

/** What smart knows of a snitch's habits. */
export type Habit = {
  /** How far into each of the latest periods that had one the first healthy check-in came; oldest first. */
  arrivalsMs: number[];
  /** The start of the period that the last arrival belongs to; null while there is none. */
  arrivedIn: Date | null;
};

export const NO_HABIT: Habit = { arrivalsMs: [], arrivedIn: null };

/** The habit after a healthy check-in: only the first of a period counts. */
export function learn(habit: Habit, interval: Interval, at: Date): Habit {
  const { start } = periodAt(interval, at);
  if (habit.arrivedIn && habit.arrivedIn >= start) return habit;
  const arrivalMs = at.getTime() - start.getTime();
  return { arrivalsMs: [...habit.arrivalsMs, arrivalMs].slice(-REMEMBERED), arrivedIn: start };
}

export type Usual = { earliestMs: number; latestMs: number };

/** Between which distances into a period the job usually checks in; null until it has a habit worth trusting. */
export function usual({ arrivalsMs }: Habit, lengthMs: number): Usual | null {
  if (arrivalsMs.length < ENOUGH) return null;
  const earliestMs = Math.min(...arrivalsMs);
  const latestMs = Math.max(...arrivalsMs);
  return latestMs - earliestMs <= lengthMs / 4 ? { earliestMs, latestMs } : null;
}

const lengthOf = (period: Period) => period.end.getTime() - period.start.getTime();

/**
 * When silence after a check-in becomes a miss, for a snitch with this habit: in the next period, a tenth of the
 * interval after the latest usual arrival, and never after that period's end.
 */
export function smartDeadlineAfter(interval: Interval, habit: Habit, at: Date): Date {
  const next = periodAfter(interval, periodAt(interval, at));
  const lengthMs = lengthOf(next);
  const known = usual(habit, lengthMs);
  if (!known) return next.end;
  return new Date(
    Math.min(next.start.getTime() + known.latestMs + Math.round(lengthMs / 10), next.end.getTime()),
  );
}
