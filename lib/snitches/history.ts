import { listSilences } from "@/lib/listeners/silences";
import { pool, query } from "@/lib/platform/db";
import { type Interval, isMinutes } from "@/lib/rules/interval";
import { latestPeriods, type Period, periodAt, periodsBetween } from "@/lib/rules/period";
import { isHealthy, type Report } from "@/lib/rules/report";
import { countsFor, type Silence } from "@/lib/rules/silence";

/**
 * The outcome of a period. `quiet`: no report, and none was expected yet (before the first check-in that is kept, or before
 * the interval changed). `open`: no report so far, and the period has not ended. `unknown`: Tattle could not hear a report.
 */
export type PeriodOutcome = "healthy" | "errored" | "missed" | "paused" | "quiet" | "open" | "unknown";

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
  /** The deadlines of missing alerts that were raised about the time of a silence. */
  missedAt: Date[];
};

const NO_FACTS: SnitchFacts = { firstReportAt: null, rescheduledAt: null, pauses: [], missedAt: [] };

/** The outcome of one period. Silence is a miss only while the snitch was monitored. */
function periodOutcome(
  period: Period,
  report: LastReport,
  facts: SnitchFacts,
  silences: Silence[],
  now: Date,
): PeriodOutcome {
  if (report.checkedInAt) return isHealthy(report) ? "healthy" : "errored";
  const { firstReportAt, rescheduledAt, pauses } = facts;
  if (!firstReportAt || period.start < firstReportAt) return "quiet";
  if (rescheduledAt && period.start < rescheduledAt) return "quiet";
  const isPaused = pauses.some(
    ({ startsAt, endsAt }) => startsAt < period.end && (!endsAt || endsAt > period.start),
  );
  if (isPaused) return "paused";
  if (period.end > now) return "open";
  return isUnknown(period, facts, silences) ? "unknown" : "missed";
}

/** Whether a report may have been lost in this period. If an alert was raised, the rules knew better. */
function isUnknown({ start, end }: Period, { missedAt }: SnitchFacts, silences: Silence[]): boolean {
  const lengthMs = end.getTime() - start.getTime();
  return (
    silences.some(
      (silence) => countsFor(silence, lengthMs) && silence.startsAt < end && silence.endsAt > start,
    ) && !missedAt.some((at) => at > start && at <= end)
  );
}

/** An hour has the worst outcome of its periods. */
const WORST_FIRST: PeriodOutcome[] = ["missed", "errored", "unknown", "healthy", "paused", "open", "quiet"];

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
    const report = reports.rows[row++] ?? { checkedInAt: null, exitStatus: "", message: "" };
    const outcome = periodOutcome(period, report, facts.get(id) ?? NO_FACTS, silences, now);
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

/** A deadline lies at most a period after the silence that it is judged by, and periods are at most a month long. */
const MISSED_AT = `(SELECT coalesce(json_agg(a.at), '[]')
   FROM unnest($2::timestamptz[], $3::timestamptz[]) AS silence(starts, ends)
   JOIN alerts a ON a.snitch_id = s.id AND a.kind = 'missing' AND a.at > silence.starts
     AND a.at <= silence.ends + interval '1 month')`;

/** The facts about each snitch, by id. */
async function findFacts(ids: string[], silences: Silence[]): Promise<Map<string, SnitchFacts>> {
  const { rows } = await pool.query<SnitchFacts & { id: string }>(
    `SELECT s.id, first.at AS "firstReportAt", s.rescheduled_at AS "rescheduledAt",
       ${silences.length > 0 ? MISSED_AT : "'[]'::json"} AS "missedAt", (
       SELECT coalesce(json_agg(json_build_object('startsAt', p.starts_at, 'endsAt', p.ends_at)), '[]')
       FROM (SELECT starts_at, ends_at FROM pauses WHERE snitch_id = s.id
             UNION ALL SELECT s.paused_at, NULL WHERE s.paused_at IS NOT NULL) p
     ) AS pauses
     FROM snitches s
     LEFT JOIN LATERAL (
       SELECT at FROM check_ins WHERE snitch_id = s.id AND accepted ORDER BY at LIMIT 1) first ON true
     WHERE s.id = ANY($1::uuid[])`,
    silences.length > 0
      ? [ids, silences.map(({ startsAt }) => startsAt), silences.map(({ endsAt }) => endsAt)]
      : [ids],
  );
  const instant = (text: unknown) => (text ? new Date(String(text)) : null);
  return new Map(
    rows.map(({ id, firstReportAt, rescheduledAt, missedAt, pauses }) => [
      id,
      {
        firstReportAt,
        rescheduledAt,
        missedAt: missedAt.flatMap((text) => instant(text) ?? []),
        pauses: pauses.flatMap(({ startsAt, endsAt }) => {
          const starts = instant(startsAt);
          return starts ? { startsAt: starts, endsAt: instant(endsAt) } : [];
        }),
      },
    ]),
  );
}
