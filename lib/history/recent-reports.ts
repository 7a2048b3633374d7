import { prepared } from "@/lib/platform/db";
import { matchReports, type PlainReport } from "@/lib/rules/history/match-reports";
import type { WindowReport } from "@/lib/rules/history/period-outcome";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import type { Window } from "@/lib/rules/schedule/windows";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { listLastReports } from "./last-reports";
import { parseReports, plainReport } from "./plain-reports";

type Requested = { id: string; windows: Window[] };

/** Beyond this many reports, looking up the last one of each window is cheaper than reading all. */
const MAX_READ = 100;

/**
 * The same as `listLastReports`, without what the reports say, for windows of which the last contains `now`. It reads the reports of a
 * snitch in one go, which costs much less for a job that reports about once in each window.
 */
export async function listRecentReports(
  requested: Requested[],
  covering: Promise<Map<string, Maintenance[]>>,
  now: Date,
): Promise<WindowReport[]> {
  const [recent, maintenance] = await Promise.all([readRecent(requested, now), covering]);
  const matched = requested.map(({ id, windows }) => {
    const reports = recent.get(id);
    return reports === undefined
      ? undefined
      : matchInTime(windows, parseReports(reports, maintenance.get(id) ?? []).reverse());
  });
  const others = requested.filter((_, i) => !matched[i]);
  const lookedUp = others.length > 0 ? await listLastReports(others, covering, now) : [];
  let taken = 0;
  return requested.flatMap(({ windows }, i) => {
    const report = matched[i];
    if (report) return report;
    taken += windows.length;
    return lookedUp.slice(taken - windows.length, taken);
  });
}

/** Undefined if a report after a window may have spared people its alert: that depends on other alerts. */
function matchInTime(windows: Window[], reports: PlainReport[]): WindowReport[] | undefined {
  const matched = matchReports(windows, reports, []);
  return matched.some(({ lateAt }) => lateAt) ? undefined : matched;
}

/** The reports since the first window of each snitch, newest first, as `parseReports` reads them, by its id. A snitch with too many is left out. */
async function readRecent(requested: Requested[], now: Date) {
  const starts = requested.map(({ windows: [first] }) => first?.reportsFrom ?? now);
  const rows = await prepared<{ id: string; count: number; reports: string }>(RECENT, [
    requested.map(({ id }) => id),
    starts,
    new Date(Math.min(now.getTime(), ...starts.map((start) => start.getTime()))),
  ]);
  return new Map(rows.flatMap(({ id, count, reports }) => (count > MAX_READ ? [] : [[id, reports]])));
}

/** `$3`, the earliest time, spares Postgres the months before it when it plans. */
const RECENT = `
  SELECT asked.id, found.count, coalesce(found.reports, '') AS reports
  FROM unnest($1::uuid[], $2::timestamptz[]) AS asked (id, starts)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count,
      string_agg(${plainReport("is_error")}, ',') AS reports
    FROM (
      SELECT at, ${IS_ERROR} AS is_error FROM check_ins
      WHERE snitch_id = asked.id AND at >= asked.starts AND at >= $3 AND ${IS_REPORT}
      ORDER BY at DESC LIMIT ${MAX_READ + 1}
    ) latest
  ) found`;
