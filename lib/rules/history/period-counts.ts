import type { PeriodOutcome } from "./period-outcome";

/** How many periods had which outcome. The others (paused, not due, nothing expected) are not counted. */
export type PeriodCounts = {
  healthy: number;
  errored: number;
  missed: number;
  late: number;
  unknown: number;
  excused: number;
};

export const NO_PERIODS: PeriodCounts = {
  healthy: 0,
  errored: 0,
  missed: 0,
  late: 0,
  unknown: 0,
  excused: 0,
};

/** The counts of one period. */
export const countPeriod = (outcome: PeriodOutcome): PeriodCounts =>
  outcome in NO_PERIODS ? { ...NO_PERIODS, [outcome]: 1 } : NO_PERIODS;

export const sumCounts = (counts: PeriodCounts[]): PeriodCounts =>
  counts.reduce(
    (sum, { healthy, errored, missed, late, unknown, excused }) => ({
      healthy: sum.healthy + healthy,
      errored: sum.errored + errored,
      missed: sum.missed + missed,
      late: sum.late + late,
      unknown: sum.unknown + unknown,
      excused: sum.excused + excused,
    }),
    NO_PERIODS,
  );

/** How many periods were missed or errored. */
export const countBad = ({ missed, errored }: PeriodCounts): number => missed + errored;

/**
 * The periods whose outcome is known and counts. No percentage counts unknown periods, because no one knows whether the job
 * ran, nor excused ones.
 */
export const knownPeriods = ({ healthy, errored, missed, late }: PeriodCounts) =>
  healthy + errored + missed + late;

/** The share of healthy periods in percent, rounded down to a tenth: 100 only if all were. Null if no period is known. */
export function healthyPercent(counts: PeriodCounts): number | null {
  const periods = knownPeriods(counts);
  return periods === 0 ? null : Math.floor((1_000 * counts.healthy) / periods) / 10;
}
