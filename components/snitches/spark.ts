import type { Bar } from "@/lib/history/outcomes";
import { countsSentence, type WindowUnit } from "@/lib/rules/history-words";
import { countPeriod, sumCounts } from "@/lib/rules/period-counts";
import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import { isCoveredReport } from "./covered-report";

/**
 * What a row of the list shows of a history, where each bar is one period: equal ones in a row as their outcome, how many they
 * are, and true if the job reported during maintenance. Small, because a page sends one for each row.
 */
export type Spark = [outcome: PeriodOutcome, count: number, isCovered?: true][];

export function buildSpark(bars: Bar[]): Spark {
  const spark: Spark = [];
  for (const bar of bars) {
    const isCovered = isCoveredReport(bar);
    const last = spark.at(-1);
    if (last && last[0] === bar.outcome && (last[2] ?? false) === isCovered) last[1] += 1;
    else spark.push(isCovered ? [bar.outcome, 1, true] : [bar.outcome, 1]);
  }
  return spark;
}

export const barsIn = (spark: Spark): PeriodOutcome[] =>
  spark.flatMap(([outcome, count]) => Array<PeriodOutcome>(count).fill(outcome));

/** “44 of 47 periods were healthy, 1 errored, 2 missed.” */
export const sparkSentence = (spark: Spark, unit?: WindowUnit) =>
  countsSentence(sumCounts(barsIn(spark).map(countPeriod)), unit);
