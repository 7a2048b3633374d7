import { pool } from "@/lib/db";
import type { Interval } from "./interval";
import { type Period, periodAt } from "./period";

/** What became of one period: `open` is still running, `quiet` had nothing to expect. */
export type Outcome = "healthy" | "errored" | "missed" | "paused" | "quiet" | "open";

export type Bar = Period & {
  outcome: Outcome;
  checkedInAt: Date | null;
  exitStatus: string;
  message: string;
};

type Seen = {
  checkedInAt: Date | null;
  exitStatus: string;
  message: string;
  alert: "missing" | "paused" | null;
};

/** The latest periods, oldest first; the last of them is the one that `now` lies in. */
export function latestPeriods(interval: Interval, count: number, now: Date): Period[] {
  const periods = [periodAt(interval, now)];
  for (let [earliest] = periods; periods.length < count && earliest; [earliest] = periods) {
    periods.unshift(periodAt(interval, new Date(earliest.start.getTime() - 1)));
  }
  return periods;
}

/** Names what became of each period. Silence goes on as it began: missed or paused, until the next check-in. */
export function outcomes(periods: Period[], seen: Seen[], now: Date): Bar[] {
  let silence: "missed" | "paused" | "quiet" = "quiet";
  return periods.map((period, i) => {
    const { alert = null, ...report } = seen[i] ?? { checkedInAt: null, exitStatus: "", message: "" };
    const isHealthy = report.exitStatus === "" || report.exitStatus === "0";
    if (alert) silence = alert === "missing" ? "missed" : "paused";
    else if (report.checkedInAt) silence = "quiet";

    const silent: Outcome = period.end > now && silence !== "paused" ? "open" : silence;
    const outcome = report.checkedInAt ? (isHealthy ? "healthy" : "errored") : silent;
    return { ...period, ...report, outcome };
  });
}

type Watched = { id: string; interval: Interval };

/** The latest periods of each snitch and what became of them, by snitch. */
export async function historyOf(snitches: Watched[], count: number, now: Date): Promise<Map<string, Bar[]>> {
  const wanted = snitches.map(({ id, interval }) => ({ id, periods: latestPeriods(interval, count, now) }));
  const asked = wanted.flatMap(({ id, periods }) => periods.map((period) => ({ id, ...period })));
  // The last report and the last alert of each period: one probe of an index each, however busy the job is. A basic
  // miss happens at the very end of its period.
  const { rows } = await pool.query<Seen>(
    `SELECT report.at AS "checkedInAt", coalesce(report.exit_status, '') AS "exitStatus",
       coalesce(report.message, '') AS message, alert.kind AS alert
     FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS asked (id, starts, ends, place)
     LEFT JOIN LATERAL (
       SELECT at, exit_status, left(message, 200) AS message FROM check_ins
       WHERE snitch_id = asked.id AND at >= asked.starts AND at < asked.ends ORDER BY at DESC LIMIT 1
     ) report ON true
     LEFT JOIN LATERAL (
       SELECT kind::text AS kind FROM alerts
       WHERE snitch_id = asked.id AND kind IN ('missing', 'paused') AND at > asked.starts AND at <= asked.ends
       ORDER BY at DESC LIMIT 1
     ) alert ON true
     ORDER BY place`,
    [asked.map(({ id }) => id), asked.map(({ start }) => start), asked.map(({ end }) => end)],
  );
  return new Map(
    wanted.map(({ id, periods }, i) => [id, outcomes(periods, rows.slice(i * count, (i + 1) * count), now)]),
  );
}
