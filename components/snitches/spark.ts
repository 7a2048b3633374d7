import type { Bar } from "@/lib/history/outcomes";
import { countsSentence, type WindowUnit } from "@/lib/rules/history-words";
import { countPeriod, sumCounts } from "@/lib/rules/period-counts";
import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import { isCoveredReport } from "./covered-report";

/**
 * What a row of the list shows of a history, where each bar is one period: equal ones in a row as their outcome and how many they
 * are, with a + if the job reported during maintenance: “healthy 11,excused 1+,open 1”. A text, because a page sends one for each row.
 */
export type Spark = string;

/** Equal bars in a row. `isCovered`: the job reported during maintenance. */
type Stretch = { outcome: PeriodOutcome; count: number; isCovered: boolean };

export function buildSpark(bars: Bar[]): Spark {
  const stretches: Stretch[] = [];
  for (const bar of bars) {
    const { outcome } = bar;
    const isCovered = isCoveredReport(bar);
    const last = stretches.at(-1);
    if (last && last.outcome === outcome && last.isCovered === isCovered) last.count += 1;
    else stretches.push({ outcome, count: 1, isCovered });
  }
  return stretches
    .map(({ outcome, count, isCovered }) => `${outcome} ${count}${isCovered ? "+" : ""}`)
    .join();
}

export function readSpark(spark: Spark): Stretch[] {
  if (spark === "") return [];
  return spark.split(",").map((stretch) => {
    const [outcome = "", count = ""] = stretch.split(" ");
    return {
      outcome: outcome as PeriodOutcome,
      count: Number.parseInt(count, 10),
      isCovered: count.endsWith("+"),
    };
  });
}

export const barsIn = (spark: Spark): PeriodOutcome[] =>
  readSpark(spark).flatMap(({ outcome, count }) => Array<PeriodOutcome>(count).fill(outcome));

/** “44 of 47 periods were healthy, 1 errored, 2 missed.” */
export const sparkSentence = (spark: Spark, unit?: WindowUnit) =>
  countsSentence(sumCounts(barsIn(spark).map(countPeriod)), unit);
