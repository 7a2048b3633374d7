import { prepared } from "@/lib/platform/db";
import { isReportedLate } from "@/lib/rules/age";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/deadline-allowance";
import { isExcusedError } from "@/lib/rules/maintenance/is-excused";
import { occurrencesBetween } from "@/lib/rules/maintenance/occurrences";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import type { LastReport, WindowReport } from "@/lib/rules/period-outcome";
import { isHealthy } from "@/lib/rules/report";
import type { Window } from "@/lib/rules/windows";
import { IS_ERROR, IS_REPORT, shortMessage } from "@/lib/snitches/reports";

type RequestedWindow = { id: string } & Window;

/**
 * The last report of each window that is no error during maintenance; the error, if there is no other. If there is no report in the
 * window, the first one after it that still came in time. `id`: of the snitch; `maintenance`: what covers it.
 */
export async function listLastReports(
  windows: RequestedWindow[],
  maintenance: Map<string, Maintenance[]>,
  now: Date,
): Promise<WindowReport[]> {
  const rows = await prepared<LastReport & { receivedAt: Date | null }>(LAST_REPORTS, [
    formatArray(windows.map(({ id }) => id)),
    formatArray(windows.map(({ reportsFrom }) => reportsFrom.toISOString())),
    formatArray(windows.map(({ end }) => end.toISOString())),
    formatArray(windows.map(({ end, dueAt }) => countedUntil(end, dueAt).toISOString())),
    earliest(windows, now),
  ]);
  const reports = rows.map(({ receivedAt, ...report }) => {
    const isLate = report.checkedInAt && isReportedLate({ at: report.checkedInAt, receivedAt });
    return { ...report, ...(isLate && { isReportedLate: true as const }), isExcused: false };
  });
  const excused = windows.flatMap((window, i) => {
    const report = reports[i];
    if (!report?.checkedInAt || isHealthy(report)) return [];
    const covering = maintenance.get(window.id) ?? [];
    return isExcusedError(report.checkedInAt, covering) ? [{ ...window, covering, report }] : [];
  });
  if (excused.length === 0) return reports;
  const others = await listCountedReports(excused, now);
  excused.forEach(({ report }, i) => {
    Object.assign(report, others[i] ?? { isExcused: true });
  });
  return reports;
}

/** The last report of each window that is no error during maintenance, null if there is none. */
async function listCountedReports(
  windows: (RequestedWindow & { covering: Maintenance[] })[],
  now: Date,
): Promise<(LastReport | null)[]> {
  const rows = await prepared<LastReport>(COUNTED_REPORTS, [
    formatArray(windows.map(({ id }) => id)),
    formatArray(windows.map(({ reportsFrom }) => reportsFrom.toISOString())),
    formatArray(windows.map(({ end }) => end.toISOString())),
    windows.map(({ covering, reportsFrom, end }) => {
      const spans = covering.flatMap((one) => occurrencesBetween(one, reportsFrom, end));
      return `{${spans.map(({ startsAt, endsAt }) => `[${startsAt.toISOString()},${endsAt.toISOString()})`).join()}}`;
    }),
    earliest(windows, now),
  ]);
  return rows.map((report) => (report.checkedInAt ? report : null));
}

const earliest = (windows: Window[], now: Date) =>
  new Date(windows.reduce((first, { reportsFrom }) => Math.min(first, reportsFrom.getTime()), now.getTime()));

/** Ids or times as Postgres writes an array. These are many, and pg is slow at formatting dates and quotes each element. */
const formatArray = (values: string[]) => `{${values.join()}}`;

const REPORT = `SELECT at, received_at, CASE WHEN kind = 'violation' THEN 'violation' ELSE exit_status END AS exit_status,
       ${shortMessage("message", 200)} AS message
     FROM check_ins WHERE snitch_id = requested.id AND at >= $5 AND ${IS_REPORT}`;

/** Until when a report after the window still came in time: its deadline and the allowance, if it lies after its end. */
const countedUntil = (end: Date, dueAt: Date) =>
  dueAt < end ? end : new Date(dueAt.getTime() + DEADLINE_ALLOWANCE_MS);

/** `$5`, the earliest time, spares Postgres the months before it when it plans. */
const LAST_REPORTS = `
  SELECT coalesce(report.at, late.at) AS "checkedInAt", coalesce(report.received_at, late.received_at) AS "receivedAt",
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
        AND a.disproved_at IS NULL AND a.at > requested.starts AND a.at <= requested.ends)
    ORDER BY at LIMIT 1
  ) late ON true
  ORDER BY ordinal`;

const COUNTED_REPORTS = `
  SELECT report.at AS "checkedInAt", coalesce(report.exit_status, '') AS "exitStatus", coalesce(report.message, '') AS message
  FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::tstzmultirange[])
    WITH ORDINALITY AS requested (id, starts, ends, covered, ordinal)
  LEFT JOIN LATERAL (
    ${REPORT} AND at >= requested.starts AND at < requested.ends AND NOT (${IS_ERROR} AND at <@ requested.covered)
    ORDER BY at DESC LIMIT 1
  ) report ON true
  ORDER BY ordinal`;
