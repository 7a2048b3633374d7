import { listListeningGaps } from "@/lib/outages/listening-gaps";
import { pool, query } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { excusedOutcome } from "@/lib/rules/maintenance/excused-outcome";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { type Period, periodAt } from "@/lib/rules/period";
import { countPeriod, type PeriodCounts, sumCounts } from "@/lib/rules/period-counts";
import {
  type LastReport,
  type PeriodOutcome,
  periodOutcome,
  type SnitchFacts,
} from "@/lib/rules/period-outcome";
import type { Window } from "@/lib/rules/windows";
import { IS_REPORT } from "@/lib/snitches/reports";
import { findFacts } from "./find-history-facts";

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
    return { ...worst, ...periodAt("hourly", worst.start), counts };
  });
}

/**
 * The outcomes of these windows of these snitches, by snitch id. It costs one index lookup for each window, however often
 * the job checked in and however long its history is. `maintenance`: what covers each snitch in this time, by its id.
 */
export async function listOutcomes(
  requested: { id: string; windows: Window[] }[],
  maintenance: Map<string, Maintenance[]>,
  now: Date,
): Promise<Map<string, Bar[]>> {
  const flat = requested.flatMap(({ id, windows }) => windows.map((window) => ({ id, ...window })));
  const ids = requested.map(({ id }) => id);
  const from = Math.min(
    now.getTime(),
    ...requested.map(({ windows }) => windows[0]?.start.getTime() ?? now.getTime()),
  );
  const listeningGaps = await listListeningGaps(query, new Date(from), now);
  const [facts, reports] = await Promise.all([
    findFacts(ids, listeningGaps, new Date(from)),
    pool.query<LastReport>(LAST_REPORTS, [
      formatArray(flat.map(({ id }) => id)),
      formatArray(flat.map(({ reportsFrom }) => reportsFrom.toISOString())),
      formatArray(flat.map(({ end }) => end.toISOString())),
      formatArray(flat.map(({ end, dueAt }) => countedUntil(end, dueAt).toISOString())),
      new Date(
        flat.reduce((first, { reportsFrom }) => Math.min(first, reportsFrom.getTime()), now.getTime()),
      ),
    ]),
  ]);
  let row = 0;
  const buildBar = (id: string, window: Window): Bar => {
    const report = reports.rows[row++] ?? NO_LAST_REPORT;
    const known = facts.get(id) ?? NO_FACTS;
    const plainOutcome = periodOutcome(window, report, known, listeningGaps, now);
    const outcome = excusedOutcome(plainOutcome, window, known, maintenance.get(id) ?? [], now);
    const isReported = plainOutcome === "healthy" || plainOutcome === "errored";
    const { start, end } = window;
    return { start, end, ...(isReported ? report : NO_LAST_REPORT), outcome, counts: countPeriod(outcome) };
  };
  return new Map(requested.map(({ id, windows }) => [id, windows.map((window) => buildBar(id, window))]));
}

/** Ids or times as Postgres writes an array. These are many, and pg is slow at formatting dates and quotes each element. */
const formatArray = (values: string[]) => `{${values.join()}}`;

const REPORT = `SELECT at, CASE WHEN kind = 'violation' THEN 'violation' ELSE exit_status END AS exit_status,
       left(message, 200) AS message
     FROM check_ins WHERE snitch_id = requested.id AND at >= $5 AND ${IS_REPORT}`;

/** Until when a report after the window still came in time: its deadline and the allowance, if it lies after its end. */
const countedUntil = (end: Date, dueAt: Date) =>
  dueAt < end ? end : new Date(dueAt.getTime() + DEADLINE_ALLOWANCE_MS);

/**
 * The last report of each window. If there is none, the first one after it that still came in time for its deadline. `$5`,
 * the earliest time, spares Postgres the months before it when it plans.
 */
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
      AND NOT EXISTS (SELECT FROM alerts a WHERE a.snitch_id = requested.id AND a.kind = 'missing' AND NOT a.is_reminder
        AND a.at > requested.starts AND a.at <= requested.ends)
    ORDER BY at LIMIT 1
  ) late ON true
  ORDER BY ordinal`;
