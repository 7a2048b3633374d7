import { pool } from "@/lib/platform/db";
import { type Interval, isMinutes } from "@/lib/rules/interval";
import { latestPeriods, type Period, periodAt, periodsBetween } from "@/lib/rules/period";
import { isHealthy, type Report } from "@/lib/rules/report";

/**
 * The outcome of a period. `quiet`: no report, and none was expected yet (before the first check-in that is kept, or before
 * the interval changed). `open`: no report so far, and the period has not ended.
 */
export type PeriodOutcome = "healthy" | "errored" | "missed" | "paused" | "quiet" | "open";

/** The last report of a period. Null and empty if there was none. */
type LastReport = Report & { checkedInAt: Date | null };

/** One bar of a snitch's history: a period, or for intervals of minutes an hour. */
export type Bar = Period &
  LastReport & {
    outcome: PeriodOutcome;
    /** How many of the bar's periods had a report, and how many were missed. */
    reported: number;
    missed: number;
  };

/** What decides whether silence of a snitch was a miss. */
type SnitchFacts = {
  firstReportAt: Date | null;
  /** When the interval was last changed. Silence before that cannot be judged by the current periods. */
  rescheduledAt: Date | null;
  pauses: { startsAt: Date; endsAt: Date | null }[];
};

const NO_FACTS: SnitchFacts = { firstReportAt: null, rescheduledAt: null, pauses: [] };

/** The outcome of one period. Silence is a miss only while the snitch was monitored. */
function periodOutcome(period: Period, report: LastReport, facts: SnitchFacts, now: Date): PeriodOutcome {
  if (report.checkedInAt) return isHealthy(report) ? "healthy" : "errored";
  const { firstReportAt, rescheduledAt, pauses } = facts;
  if (!firstReportAt || period.start < firstReportAt) return "quiet";
  if (rescheduledAt && period.start < rescheduledAt) return "quiet";
  const isPaused = pauses.some(
    ({ startsAt, endsAt }) => startsAt < period.end && (!endsAt || endsAt > period.start),
  );
  if (isPaused) return "paused";
  return period.end > now ? "open" : "missed";
}

/** An hour has the worst outcome of its periods. */
const WORST_FIRST: PeriodOutcome[] = ["missed", "errored", "healthy", "paused", "open", "quiet"];

/** Merges bars of minutes into hours, because bars of minutes would only show the latest hour. */
function groupByHour(bars: Bar[]): Bar[] {
  const hours = new Map<number, Bar[]>();
  for (const bar of bars) {
    const start = periodAt("hourly", bar.start).start.getTime();
    hours.set(start, [...(hours.get(start) ?? []), bar]);
  }
  return [...hours.values()].flatMap((hour) => {
    const worst = WORST_FIRST.flatMap((outcome) => hour.findLast((bar) => bar.outcome === outcome) ?? [])[0];
    if (!worst) return [];
    const sum = (key: "reported" | "missed") => hour.reduce((total, bar) => total + bar[key], 0);
    return { ...worst, ...periodAt("hourly", worst.start), reported: sum("reported"), missed: sum("missed") };
  });
}

/** The latest bars of one snitch. For intervals of minutes, each bar is an hour. */
export async function listBars({ id, interval }: SnitchInterval, count: number, now: Date): Promise<Bar[]> {
  if (!isMinutes(interval)) return (await listHistory([{ id, interval }], count, now)).get(id) ?? [];
  const [first] = latestPeriods("hourly", count, now);
  const periods = periodsBetween(interval, first?.start ?? now, now);
  return groupByHour((await listHistoryOf([{ id, periods }], now)).get(id) ?? []);
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
  const [facts, reports] = await Promise.all([
    findFacts(requested.map(({ id }) => id)),
    pool.query<LastReport>(LAST_REPORTS, [
      flat.map(({ id }) => id),
      flat.map(({ start }) => start),
      flat.map(({ end }) => end),
    ]),
  ]);
  let row = 0;
  const barOf = (id: string, period: Period): Bar => {
    const report = reports.rows[row++] ?? { checkedInAt: null, exitStatus: "", message: "" };
    const outcome = periodOutcome(period, report, facts.get(id) ?? NO_FACTS, now);
    const [reported, missed] = [report.checkedInAt ? 1 : 0, outcome === "missed" ? 1 : 0];
    return { ...period, ...report, outcome, reported, missed };
  };
  return new Map(requested.map(({ id, periods }) => [id, periods.map((period) => barOf(id, period))]));
}

const LAST_REPORTS = `
  SELECT report.at AS "checkedInAt", coalesce(report.exit_status, '') AS "exitStatus",
    coalesce(report.message, '') AS message
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS requested (id, starts, ends, ordinal)
  LEFT JOIN LATERAL (
    SELECT at, exit_status, left(message, 200) AS message FROM check_ins
    WHERE snitch_id = requested.id AND at >= requested.starts AND at < requested.ends AND accepted ORDER BY at DESC LIMIT 1
  ) report ON true
  ORDER BY ordinal`;

/** The facts about each snitch, by id. */
async function findFacts(ids: string[]): Promise<Map<string, SnitchFacts>> {
  const { rows } = await pool.query<SnitchFacts & { id: string }>(
    `SELECT s.id, first.at AS "firstReportAt", s.rescheduled_at AS "rescheduledAt", (
       SELECT coalesce(json_agg(json_build_object('startsAt', p.starts_at, 'endsAt', p.ends_at)), '[]')
       FROM (SELECT starts_at, ends_at FROM pauses WHERE snitch_id = s.id
             UNION ALL SELECT s.paused_at, NULL WHERE s.paused_at IS NOT NULL) p
     ) AS pauses
     FROM snitches s
     LEFT JOIN LATERAL (
       SELECT at FROM check_ins WHERE snitch_id = s.id AND accepted ORDER BY at LIMIT 1) first ON true
     WHERE s.id = ANY($1::uuid[])`,
    [ids],
  );
  const instant = (text: unknown) => (text ? new Date(String(text)) : null);
  return new Map(
    rows.map(({ id, firstReportAt, rescheduledAt, pauses }) => [
      id,
      {
        firstReportAt,
        rescheduledAt,
        pauses: pauses.flatMap(({ startsAt, endsAt }) => {
          const starts = instant(startsAt);
          return starts ? { startsAt: starts, endsAt: instant(endsAt) } : [];
        }),
      },
    ]),
  );
}
