import { listSilences } from "@/lib/listeners/silences";
import { pool, query } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import { type HistoryScale, periodsOfScale } from "@/lib/rules/history-scale";
import type { Interval } from "@/lib/rules/interval";
import { latestPeriods, type Period, periodAt } from "@/lib/rules/period";
import { countPeriod, type PeriodCounts, sumCounts } from "@/lib/rules/period-counts";
import {
  type LastReport,
  type PeriodOutcome,
  periodOutcome,
  type SnitchFacts,
} from "@/lib/rules/period-outcome";
import { findFacts } from "./history-facts";

/** One bar of a snitch's history: a period or, in a history of hours, an hour. */
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

/** The latest bars of one snitch, each of them a period or an hour. */
export async function listBars(snitch: SnitchInterval, scale: HistoryScale, now: Date): Promise<Bar[]> {
  const periods = periodsOfScale(snitch.interval, scale, now);
  const bars = (await listHistoryOf([{ id: snitch.id, periods }], now)).get(snitch.id) ?? [];
  return scale === "hours" ? groupByHour(bars) : bars;
}

type SnitchInterval = { id: string; interval: Interval };

/** The latest periods of each snitch with their outcomes, by snitch id. */
export async function listHistory(
  snitches: SnitchInterval[],
  count: number,
  now: Date,
): Promise<Map<string, Bar[]>> {
  return listHistoryOf(
    snitches.map(({ id, interval }) => ({ id, periods: latestPeriods(interval, count, now) })),
    now,
  );
}

/**
 * The outcomes of these periods of these snitches, by snitch id. It costs one index lookup for each period, however often
 * the job checked in and however long its history is.
 */
export async function listHistoryOf(
  requested: { id: string; periods: Period[] }[],
  now: Date,
): Promise<Map<string, Bar[]>> {
  const flat = requested.flatMap(({ id, periods }) => periods.map((period) => ({ id, ...period })));
  const ids = requested.map(({ id }) => id);
  const from = Math.min(
    now.getTime(),
    ...requested.map(({ periods }) => periods[0]?.start.getTime() ?? now.getTime()),
  );
  const silences = await listSilences(query, new Date(from), now);
  const [facts, reports] = await Promise.all([
    findFacts(ids, silences),
    pool.query<LastReport>(LAST_REPORTS, [
      flat.map(({ id }) => id),
      flat.map(({ start }) => start),
      flat.map(({ end }) => end),
    ]),
  ]);
  let row = 0;
  const barOf = (id: string, period: Period): Bar => {
    const report = reports.rows[row++] ?? NO_LAST_REPORT;
    const outcome = periodOutcome(period, report, facts.get(id) ?? NO_FACTS, silences, now);
    const isReported = outcome === "healthy" || outcome === "errored";
    return { ...period, ...(isReported ? report : NO_LAST_REPORT), outcome, counts: countPeriod(outcome) };
  };
  return new Map(requested.map(({ id, periods }) => [id, periods.map((period) => barOf(id, period))]));
}

const REPORT = `SELECT at, exit_status, left(message, 200) AS message FROM check_ins
     WHERE snitch_id = requested.id AND accepted`;

/** The last report of each period. If there is none, the first one that still came in time for a deadline at its end. */
const LAST_REPORTS = `
  SELECT coalesce(report.at, late.at) AS "checkedInAt",
    coalesce(report.exit_status, late.exit_status, '') AS "exitStatus",
    coalesce(report.message, late.message, '') AS message
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS requested (id, starts, ends, ordinal)
  LEFT JOIN LATERAL (
    ${REPORT} AND at >= requested.starts AND at < requested.ends ORDER BY at DESC LIMIT 1
  ) report ON true
  LEFT JOIN LATERAL (
    ${REPORT} AND report.at IS NULL
      AND at >= requested.ends AND at < requested.ends + interval '${DEADLINE_ALLOWANCE_MS} ms'
      AND NOT EXISTS (SELECT FROM alerts a WHERE a.snitch_id = requested.id AND a.kind = 'missing'
        AND a.at > requested.starts AND a.at <= requested.ends)
    ORDER BY at LIMIT 1
  ) late ON true
  ORDER BY ordinal`;
