import type { PeriodOutcome } from "./period-outcome";

/** How many periods had which outcome. The others (paused, not due, nothing expected) are not counted. */
export type PeriodCounts = { healthy: number; errored: number; missed: number; unknown: number };

export const NO_PERIODS: PeriodCounts = { healthy: 0, errored: 0, missed: 0, unknown: 0 };

/** The counts of one period. */
export const countPeriod = (outcome: PeriodOutcome): PeriodCounts =>
  outcome in NO_PERIODS ? { ...NO_PERIODS, [outcome]: 1 } : NO_PERIODS;

export const sumCounts = (counts: PeriodCounts[]): PeriodCounts =>
  counts.reduce(
    (sum, { healthy, errored, missed, unknown }) => ({
      healthy: sum.healthy + healthy,
      errored: sum.errored + errored,
      missed: sum.missed + missed,
      unknown: sum.unknown + unknown,
    }),
    NO_PERIODS,
  );

/** The periods whose outcome is known. Unknown periods are in no share: nobody knows whether the job ran. */
export const knownPeriods = ({ healthy, errored, missed }: PeriodCounts) => healthy + errored + missed;
