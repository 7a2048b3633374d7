import { listSilences } from "@/lib/listeners/silences";
import { pool, query } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import { type HistoryScale, windowsOfScale } from "@/lib/rules/history-scale";
import { type Period, periodAt } from "@/lib/rules/period";
import { countPeriod, type PeriodCounts, sumCounts } from "@/lib/rules/period-counts";
import {
  type LastReport,
  type PeriodOutcome,
  periodOutcome,
  type SnitchFacts,
} from "@/lib/rules/period-outcome";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { latestWindows, type Window } from "@/lib/rules/windows";
import { findFacts } from "./history-facts";

/** One bar of a snitch's history: a window or, in a history of hours, an hour. */
export type Bar = Period &
  LastReport & {
    /** An hour has the worst outcome of its periods. */
    outcome: PeriodOutcome;
    /** How many of the bar's periods had which outcome. */
    counts: PeriodCounts;
  };

const NO_LAST_REPORT: LastReport = { checkedInAt: null, exitStatus: "", message: "" };

const NO_FACTS: SnitchFacts = {
  status: "pending",
  deadline: null,
  missingSince: null,
  firstReportAt: null,
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
  "paused",
  "open",
  "quiet",
];

/** Merges bars of minutes into hours. */
function groupByHour(bars: Bar[]): Bar[] {
  const hours = new Map<number, Bar[]>();
  for (const bar of bars) {
    const start = periodAt("hourly", bar.start).start.getTime();
    hours.set(start, [...(hours.get(start) ?? []), bar]);
  }
  return [...hours.values()].flatMap((hour) => {
    const worst = WORST_FIRST.flatMap((outcome) => hour.findLast((bar) => bar.outcome === outcome) ?? [])[0];
    if (!worst) return [];
    const counts = sumCounts(hour.map((bar) => bar.counts));
    return { ...worst, ...periodAt("hourly", worst.start), counts };
  });
}

/** The latest bars of one snitch, each of them a window or an hour. */
export async function listBars(snitch: SnitchSchedule, scale: HistoryScale, now: Date): Promise<Bar[]> {
  const windows = windowsOfScale(snitch, scale, now);
  const bars = (await listHistoryOf([{ id: snitch.id, windows }], now)).get(snitch.id) ?? [];
  return scale === "hours" ? groupByHour(bars) : bars;
}

type SnitchSchedule = { id: string } & ScheduleTerms;

/** The latest windows of each snitch with their outcomes, by snitch id. */
export async function listHistory(
  snitches: SnitchSchedule[],
  count: number,
  now: Date,
): Promise<Map<string, Bar[]>> {
  return listHistoryOf(
    snitches.map((snitch) => ({ id: snitch.id, windows: latestWindows(snitch, count, now) })),
    now,
  );
}

/**
 * The outcomes of these windows of these snitches, by snitch id. It costs one index lookup for each window, however often
 * the job checked in and however long its history is.
 */
export async function listHistoryOf(
  requested: { id: string; windows: Window[] }[],
  now: Date,
): Promise<Map<string, Bar[]>> {
  const flat = requested.flatMap(({ id, windows }) => windows.map((window) => ({ id, ...window })));
  const ids = requested.map(({ id }) => id);
  const from = Math.min(
    now.getTime(),
    ...requested.map(({ windows }) => windows[0]?.start.getTime() ?? now.getTime()),
  );
  const silences = await listSilences(query, new Date(from), now);
  const [facts, reports] = await Promise.all([
    findFacts(ids, silences, new Date(from)),
    pool.query<LastReport>(LAST_REPORTS, [
      flat.map(({ id }) => id),
      flat.map(({ reportsFrom }) => reportsFrom),
      flat.map(({ end }) => end),
      flat.map(({ end, dueAt }) => countedUntil(end, dueAt)),
    ]),
  ]);
  let row = 0;
  const barOf = (id: string, window: Window): Bar => {
    const report = reports.rows[row++] ?? NO_LAST_REPORT;
    const outcome = periodOutcome(window, report, facts.get(id) ?? NO_FACTS, silences, now);
    const isReported = outcome === "healthy" || outcome === "errored";
    const { start, end } = window;
    return { start, end, ...(isReported ? report : NO_LAST_REPORT), outcome, counts: countPeriod(outcome) };
  };
  return new Map(requested.map(({ id, windows }) => [id, windows.map((window) => barOf(id, window))]));
}

const REPORT = `SELECT at, exit_status, left(message, 200) AS message FROM check_ins
     WHERE snitch_id = requested.id AND accepted`;

/** Until when a report after the window still came in time: its deadline and the allowance, if it lies after its end. */
const countedUntil = (end: Date, dueAt: Date) =>
  dueAt < end ? end : new Date(dueAt.getTime() + DEADLINE_ALLOWANCE_MS);

/** The last report of each window. If there is none, the first one after it that still came in time for its deadline. */
const LAST_REPORTS = `
  SELECT coalesce(report.at, late.at) AS "checkedInAt",
    coalesce(report.exit_status, late.exit_status, '') AS "exitStatus",
    coalesce(report.message, late.message, '') AS message
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
    WITH ORDINALITY AS requested (id, starts, ends, until, ordinal)
  LEFT JOIN LATERAL (
    ${REPORT} AND at >= requested.starts AND at < requested.ends ORDER BY at DESC LIMIT 1
  ) report ON true
  LEFT JOIN LATERAL (
    ${REPORT} AND report.at IS NULL
      AND at >= requested.ends AND at < requested.until
      AND NOT EXISTS (SELECT FROM alerts a WHERE a.snitch_id = requested.id AND a.kind = 'missing'
        AND a.at > requested.starts AND a.at <= requested.ends)
    ORDER BY at LIMIT 1
  ) late ON true
  ORDER BY ordinal`;
