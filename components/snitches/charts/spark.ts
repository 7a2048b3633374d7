import { isCoveredReport } from "@/components/snitches/covered-report";
import type { Bar } from "@/lib/history/outcomes";
import { countsSentence, type WindowUnit } from "@/lib/rules/history/history-text";
import { countPeriod, sumCounts } from "@/lib/rules/history/period-counts";
import type { PeriodOutcome } from "@/lib/rules/history/period-outcome";

/** Equal bars in a row. `isCovered`: the job reported during maintenance. */
type Stretch = { outcome: PeriodOutcome; count: number; isCovered?: true };

/** What a row of the list shows of a history, where each bar is one period. */
export type Spark = Stretch[];

export function buildSpark(bars: Bar[]): Spark {
  const spark: Spark = [];
  for (const bar of bars) {
    const { outcome } = bar;
    const isCovered = isCoveredReport(bar);
    const last = spark.at(-1);
    if (last && last.outcome === outcome && (last.isCovered ?? false) === isCovered) last.count += 1;
    else spark.push({ outcome, count: 1, ...(isCovered && { isCovered }) });
  }
  return spark;
}

export const countBars = (spark: Spark): number => spark.reduce((sum, { count }) => sum + count, 0);

/** “44 of 47 periods were healthy, 1 errored, 2 missed.” */
export function sparkSentence(spark: Spark, unit?: WindowUnit): string {
  const outcomes = spark.flatMap(({ outcome, count }) => Array<PeriodOutcome>(count).fill(outcome));
  return countsSentence(sumCounts(outcomes.map(countPeriod)), unit);
}
