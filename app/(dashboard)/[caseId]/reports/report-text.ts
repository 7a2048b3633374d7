import type { ReportedGroup, RunTimes } from "@/lib/history/monthly-report";
import { countBad, healthyPercent, knownPeriods, type PeriodCounts } from "@/lib/rules/history/period-counts";
import { runDuration } from "@/lib/rules/runs/run-duration";

/** The columns of a report, after the name. */
const COLUMNS = [
  "%",
  "Missed",
  "Errored",
  "Late",
  "Healthy",
  "Excused",
  "Unknown",
  "Average",
  "Longest",
] as const;

type Column = (typeof COLUMNS)[number];

type Reported = ReportedGroup & Partial<RunTimes>;

/** Whether anything is known of its runs. */
export const hasRuns = ({ counts, runs = 0 }: Reported) =>
  runs > 0 || Object.values(counts).some((count) => count > 0);

/** Whether no run was missed, late, excused or unknown, and none errored. */
export const isPerfect = ({ counts: { healthy, ...others } }: Reported) =>
  Object.values(others).every((count) => count === 0);

/** Columns that are seldom needed, and whether a group says something in them. */
const SELDOM: Partial<Record<Column, (group: Reported) => boolean>> = {
  Late: ({ counts }) => counts.late > 0,
  Excused: ({ counts }) => counts.excused > 0,
  Unknown: ({ counts }) => counts.unknown > 0,
  Average: ({ runs = 0 }) => runs > 0,
  Longest: ({ runs = 0 }) => runs > 0,
};

export const listColumns = (groups: Reported[]): Column[] =>
  COLUMNS.filter((column) => groups.some(SELDOM[column] ?? (() => true)));

/** A row of a report, by column. Empty where there is nothing to say. */
export type Cells = Record<Column, string>;

export function listCells({ counts, runs = 0, runMs = 0, longestMs = 0 }: Reported): Cells {
  const { healthy, errored, missed, late, excused, unknown } = counts;
  const percent = healthyPercent(counts);
  return {
    Healthy: percent === null ? "" : number(healthy),
    "%": percent === null ? "" : `${percent} %`,
    Errored: unlessZero(errored),
    Missed: unlessZero(missed),
    Late: unlessZero(late),
    Excused: unlessZero(excused),
    Unknown: unlessZero(unknown),
    Average: runs > 0 ? runDuration(Math.round(runMs / runs)) : "",
    Longest: runs > 0 ? runDuration(longestMs) : "",
  };
}

const number = (count: number) => count.toLocaleString("en");
const unlessZero = (count: number) => (count === 0 ? "" : number(count));

/** “1,204 of 1,210 ran as scheduled, 2 errored, 4 missed.” */
export function reportSentence(counts: PeriodCounts): string {
  const periods = knownPeriods(counts);
  if (periods === 0) return "No run was expected.";
  const { healthy, errored, missed, late } = counts;
  return `${[
    `${number(healthy)} of ${number(periods)} ran as scheduled`,
    errored > 0 && `${number(errored)} errored`,
    missed > 0 && `${number(missed)} missed`,
    late > 0 && `${number(late)} late`,
  ]
    .filter(Boolean)
    .join(", ")}.`;
}

/** Those with most missed and errored runs first, then by the share of healthy ones; those of which nothing is known last. */
export const byWorst = <T extends ReportedGroup>(groups: T[]): T[] =>
  groups.toSorted(
    (one, other) =>
      countBad(other.counts) - countBad(one.counts) ||
      Number(knownPeriods(one.counts) === 0) - Number(knownPeriods(other.counts) === 0),
  );
