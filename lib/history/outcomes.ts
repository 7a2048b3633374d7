import { listListeningGaps } from "@/lib/outages/listening-gaps";
import { prepared } from "@/lib/platform/db";
import { isExcusedWindow } from "@/lib/rules/history/is-excused-window";
import { countPeriod, type PeriodCounts, sumCounts } from "@/lib/rules/history/period-counts";
import {
  type LastReport,
  NO_LAST_REPORT,
  NO_WINDOW_REPORT,
  type PeriodOutcome,
  periodOutcome,
  type SnitchFacts,
} from "@/lib/rules/history/period-outcome";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { lastLine } from "@/lib/rules/runs/excerpt";
import { type Period, periodAt } from "@/lib/rules/schedule/period";
import type { Window } from "@/lib/rules/schedule/windows";
import { findFacts } from "./find-history-facts";
import { listLastReports } from "./last-reports";

/** One bar of a snitch's history: a window or, in a history of hours, an hour. */
export type Bar = Period &
  LastReport & {
    /** An hour has the worst outcome of its periods. */
    outcome: PeriodOutcome;
    /** How many of the bar's periods had which outcome. */
    counts: PeriodCounts;
    /** How long after the end of a late period the next check-in came, for each of which that is known. */
    lateMs: number[];
  };

const NO_FACTS: SnitchFacts = {
  status: "pending",
  deadline: null,
  missingSince: null,
  firstSignalAt: null,
  rescheduledAt: null,
  pauses: [],
  missedAt: [],
};

const WORST_FIRST: PeriodOutcome[] = [
  "missed",
  "errored",
  "late",
  "unknown",
  "healthy",
  "excused",
  "paused",
  "open",
  "quiet",
];

/** Merges bars of minutes into hours. */
export function groupByHour(bars: Bar[]): Bar[] {
  const hours = new Map<number, Bar[]>();
  for (const bar of bars) {
    const start = periodAt("hourly", bar.start).start.getTime();
    hours.set(start, [...(hours.get(start) ?? []), bar]);
  }
  return [...hours.values()].flatMap((hour) => {
    const worst = WORST_FIRST.flatMap((outcome) => hour.findLast((bar) => bar.outcome === outcome) ?? [])[0];
    if (!worst) return [];
    const counts = sumCounts(hour.map((bar) => bar.counts));
    const lateMs = hour.flatMap((bar) => bar.lateMs);
    return { ...worst, ...periodAt("hourly", worst.start), counts, lateMs };
  });
}

/**
 * The outcomes of these windows of these snitches, by snitch id. It costs one index lookup for each window, however often
 * the job checked in and however long its history is. `covering`: the maintenance of each snitch in this time, by its id.
 */
export async function listOutcomes(
  requested: { id: string; windows: Window[] }[],
  covering: Promise<Map<string, Maintenance[]>>,
  now: Date,
  listReports = listLastReports,
): Promise<Map<string, Bar[]>> {
  const from = new Date(
    Math.min(now.getTime(), ...requested.map(({ windows }) => windows[0]?.start.getTime() ?? now.getTime())),
  );
  // The reports take longest, and need nothing of the others.
  const context = Promise.all([covering, listListeningGaps(prepared, from, now)]);
  const [[maintenance, listeningGaps], facts, reports] = await Promise.all([
    context,
    context.then(([maintenance, gaps]) => findFacts(requested, [...maintenance.keys()], gaps, from)),
    listReports(requested, covering, now),
  ]);
  let row = 0;
  const buildBar = (id: string, window: Window): Bar => {
    const windowReport = reports[row++] ?? NO_WINDOW_REPORT;
    const { isExcused, lateAt, ...report } = windowReport;
    const factsOfPeriod = facts.get(id) ?? NO_FACTS;
    const plainOutcome = periodOutcome(window, windowReport, factsOfPeriod, listeningGaps, now);
    const outcome = withExcuse(plainOutcome, window, factsOfPeriod, maintenance.get(id) ?? []);
    const { start, end } = window;
    return {
      start,
      end,
      ...(plainOutcome === "missed" ? NO_LAST_REPORT : inOneLine(report)),
      outcome,
      counts: countPeriod(outcome),
      lateMs: outcome === "late" && lateAt ? [lateAt.getTime() - end.getTime()] : [],
    };
  };
  return new Map(requested.map(({ id, windows }) => [id, windows.map((window) => buildBar(id, window))]));
}

/** The outcome, with maintenance, which excuses misses. */
export const withExcuse = (
  outcome: PeriodOutcome,
  window: Window,
  facts: SnitchFacts,
  maintenance: Maintenance[],
): PeriodOutcome =>
  outcome === "missed" && isExcusedWindow(window, facts, maintenance) ? "excused" : outcome;

/** Most messages are a line as they are. */
const inOneLine = (report: LastReport): LastReport =>
  /\p{Cc}/u.test(report.message)
    ? { ...report, message: lastLine(report.message, MAX_MESSAGE_LENGTH) }
    : report;
const MAX_MESSAGE_LENGTH = 200;
