import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";

/** The intervals of the snitches that `addManySnitches` adds. */
export type SpreadInterval = keyof typeof LENGTHS_MS;

const LENGTHS_MS = {
  "15_minute": 15 * MINUTE_MS,
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  // The shortest month.
  monthly: 28 * DAY_MS,
};

/** Within this time from the start of a period the jobs run, each at its own place. */
export const spreadMs = (interval: SpreadInterval): number => 0.9 * LENGTHS_MS[interval];

/** How far into each period the job with this number runs. `addManySnitches` computes the same in SQL. */
export const runsAfterMs = (interval: SpreadInterval, number: number): number =>
  ((number * 7919) % 1000) * (spreadMs(interval) / 1000);

export const isSpread = (interval: string): interval is SpreadInterval => interval in LENGTHS_MS;

/** Whether `addManySnitches` makes the snitch with this number healthy. The others stay missing, errored, paused or pending. */
export const isHealthyNumber = (number: number): boolean =>
  number % 97 !== 5 && number % 193 !== 7 && number % 61 !== 11 && number % 101 !== 13;
