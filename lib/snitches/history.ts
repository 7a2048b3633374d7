import { pool } from "@/lib/platform/db";
import { type Interval, isMinutes } from "@/lib/rules/interval";
import { type Period, periodAt } from "@/lib/rules/period";

/**
 * What became of one period: `quiet` had nothing to expect (before the first check-in, what is kept, or a new interval),
 * `open` is still running.
 */
export type PeriodOutcome = "healthy" | "errored" | "missed" | "paused" | "quiet" | "open";

/** What a period's last report said; empty where there was none. */
type LastReport = { checkedInAt: Date | null; exitStatus: string; message: string };

export type Bar = Period &
  LastReport & {
    outcome: PeriodOutcome;
    /** How many periods it stands for, by what became of them. */
    came: number;
    missed: number;
  };

/** What is known of a snitch as a whole. */
export type SnitchFacts = {
  firstReportAt: Date | null;
  /** When its interval was last changed: silence before that cannot be judged by the periods of today. */
  rescheduledAt: Date | null;
  pauses: { startsAt: Date; endsAt: Date | null }[];
};

const NOTHING_KNOWN: SnitchFacts = { firstReportAt: null, rescheduledAt: null, pauses: [] };

/** The latest periods, oldest first; the last of them is the one that `now` lies in. */
export function latestPeriods(interval: Interval, count: number, now: Date): Period[] {
  const periods = [periodAt(interval, now)];
  for (let last = periods[0]; last && periods.length < count; last = periods.at(-1)) {
    periods.push(periodAt(interval, new Date(last.start.getTime() - 1)));
  }
  return periods.reverse();
}

/** The periods that begin in this range, oldest first. */
export function periodsBetween(interval: Interval, from: Date, to: Date): Period[] {
  const periods: Period[] = [];
  let period = periodAt(interval, from);
  if (period.start < from) period = periodAt(interval, period.end);
  for (; period.start < to; period = periodAt(interval, period.end)) periods.push(period);
  return periods;
}

/** A report speaks for itself; silence is a miss only where one was watched for. */
export function formResult(period: Period, report: LastReport, known: SnitchFacts, now: Date): PeriodOutcome {
  if (report.checkedInAt)
    return report.exitStatus === "" || report.exitStatus === "0" ? "healthy" : "errored";
  const { firstReportAt, rescheduledAt, pauses } = known;
  if (!firstReportAt || period.start < firstReportAt) return "quiet";
  if (rescheduledAt && period.start < rescheduledAt) return "quiet";
  const isPaused = pauses.some(
    ({ startsAt, endsAt }) => startsAt < period.end && (!endsAt || endsAt > period.start),
  );
  if (isPaused) return "paused";
  return period.end > now ? "open" : "missed";
}

/** An hour is as bad as the worst of its periods. */
const WORST_FIRST: PeriodOutcome[] = ["missed", "errored", "healthy", "paused", "open", "quiet"];

/** Periods of minutes as hours, because bars of minutes would show no more than the latest hour. */
export function groupByHour(bars: Bar[]): Bar[] {
  const hours = new Map<number, Bar[]>();
  for (const bar of bars) {
    const start = periodAt("hourly", bar.start).start.getTime();
    hours.set(start, [...(hours.get(start) ?? []), bar]);
  }
  return [...hours.values()].flatMap((hour) => {
    const worst = WORST_FIRST.flatMap((outcome) => hour.findLast((bar) => bar.outcome === outcome) ?? [])[0];
    if (!worst) return [];
    const sum = (key: "came" | "missed") => hour.reduce((total, bar) => total + bar[key], 0);
    return { ...worst, ...periodAt("hourly", worst.start), came: sum("came"), missed: sum("missed") };
  });
}

/** The latest bars of one snitch; for periods of minutes each of them is an hour. */
export async function listBars({ id, interval }: SnitchInterval, count: number, now: Date): Promise<Bar[]> {
  if (!isMinutes(interval)) return (await listHistory([{ id, interval }], count, now)).get(id) ?? [];
  const [first] = latestPeriods("hourly", count, now);
  const periods = periodsBetween(interval, first?.start ?? now, now);
  return groupByHour((await listHistoryOf([{ id, periods }], now)).get(id) ?? []);
}

type SnitchInterval = { id: string; interval: Interval };

/** The latest periods of each snitch and what became of them, by snitch. */
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
 * What became of these periods of these snitches, by snitch. Its cost grows with the periods that are asked for: one
 * probe of an index for each, however often the job checked in and however long it has been watched.
 */
export async function listHistoryOf(
  asked: { id: string; periods: Period[] }[],
  now: Date,
): Promise<Map<string, Bar[]>> {
  const flat = asked.flatMap(({ id, periods }) => periods.map((period) => ({ id, ...period })));
  const [known, reports] = await Promise.all([
    knownOf(asked.map(({ id }) => id)),
    pool.query<LastReport>(LAST_REPORTS, [
      flat.map(({ id }) => id),
      flat.map(({ start }) => start),
      flat.map(({ end }) => end),
    ]),
  ]);
  let place = 0;
  const barOf = (id: string, period: Period): Bar => {
    const report = reports.rows[place++] ?? { checkedInAt: null, exitStatus: "", message: "" };
    const whole = known.get(id) ?? NOTHING_KNOWN;
    const outcome = formResult(period, report, whole, now);
    const [came, missed] = [report.checkedInAt ? 1 : 0, outcome === "missed" ? 1 : 0];
    return { ...period, ...report, outcome, came, missed };
  };
  return new Map(asked.map(({ id, periods }) => [id, periods.map((period) => barOf(id, period))]));
}

const LAST_REPORTS = `
  SELECT report.at AS "checkedInAt", coalesce(report.exit_status, '') AS "exitStatus",
    coalesce(report.message, '') AS message
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS asked (id, starts, ends, place)
  LEFT JOIN LATERAL (
    SELECT at, exit_status, left(message, 200) AS message FROM check_ins
    WHERE snitch_id = asked.id AND at >= asked.starts AND at < asked.ends AND accepted ORDER BY at DESC LIMIT 1
  ) report ON true
  ORDER BY place`;

async function knownOf(ids: string[]): Promise<Map<string, SnitchFacts>> {
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
