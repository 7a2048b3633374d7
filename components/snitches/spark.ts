import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import type { Bar } from "@/lib/snitches/history";
import { isCoveredReport } from "./covered-report";
import { historySentence } from "./history-words";

/** Equal periods in a row: their outcome, how many they are, and true if the job reported during maintenance. */
type Series = [outcome: PeriodOutcome, count: number, isCovered?: true];

/** What a row of the list shows of a history. Small, because a page sends one for each row. */
export type Spark = { sentence: string; series: Series[] };

export function sparkOf(bars: Bar[]): Spark {
  const series: Series[] = [];
  for (const bar of bars) {
    const isCovered = isCoveredReport(bar);
    const last = series.at(-1);
    if (last && last[0] === bar.outcome && (last[2] ?? false) === isCovered) last[1] += 1;
    else series.push(isCovered ? [bar.outcome, 1, true] : [bar.outcome, 1]);
  }
  return { sentence: historySentence(bars), series };
}
