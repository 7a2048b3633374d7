import { prepared } from "@/lib/platform/db";
import { type LastReport, NO_WINDOW_REPORT, type WindowReport } from "@/lib/rules/history/period-outcome";
import { isExcusedError } from "@/lib/rules/maintenance/is-excused";
import { occurrencesBetween } from "@/lib/rules/maintenance/occurrences";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { isReportedLate } from "@/lib/rules/reports/age";
import { isHealthy } from "@/lib/rules/reports/report";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { Window } from "@/lib/rules/schedule/windows";
import { IS_ERROR, IS_REPORT, shortMessage } from "@/lib/snitches/reports";

type RequestedWindow = { id: string } & Window;

/**
 * The last report of each window that is no error during maintenance; the error, if there is no other. If there is no report in the
 * window, the first one after it that still came in time. `id`: of the snitch; `covering`: its maintenance.
 */
export async function listLastReports(
  requested: { id: string; windows: Window[] }[],
  covering: Promise<Map<string, Maintenance[]>>,
  now: Date,
): Promise<WindowReport[]> {
  const windows = requested.flatMap(({ id, windows }) => windows.map((window) => ({ id, ...window })));
  const rows = await prepared<ReportRow>(LAST_REPORTS, [
    ...listRequests(windows),
    formatArray(windows.map(({ end, dueAt }) => countedUntil(end, dueAt) - end.getTime())),
    earliest(windows, now),
  ]);
  const reports = windows.map(() => ({ ...NO_WINDOW_REPORT }));
  for (const { place, atMs, receivedAt, exitStatus, message } of rows) {
    const at = new Date(atMs);
    const isLate = receivedAt !== null && isReportedLate({ at, receivedAt });
    reports[place - 1] = {
      checkedInAt: at,
      exitStatus,
      message,
      ...(isLate && { isReportedLate: true }),
      isExcused: false,
    };
  }
  const maintenance = await covering;
  const excused = windows.flatMap((window, i) => {
    const report = reports[i];
    if (!report?.checkedInAt || isHealthy(report)) return [];
    const ofSnitch = maintenance.get(window.id) ?? [];
    return isExcusedError(report.checkedInAt, ofSnitch) ? [{ ...window, covering: ofSnitch, report }] : [];
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
    ...listRequests(windows),
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

/** Numbers or ids as Postgres writes an array. These are many, and pg is slow at formatting dates and quotes each element. */
const formatArray = (values: (string | number)[]) => `{${values.join()}}`;

/**
 * The first four parameters of both statements: the snitches, and for each window the place of its snitch among them, the milliseconds since
 * 1970 from which a report counts, and for how many. Most windows of a page follow each other, so that this is a fifth of their ids and times.
 */
function listRequests(windows: RequestedWindow[]): string[] {
  const places = new Map<string, number>();
  for (const { id } of windows) if (!places.has(id)) places.set(id, places.size + 1);
  return [
    formatArray([...places.keys()]),
    formatArray(windows.map(({ id }) => places.get(id) ?? 0)),
    formatArray(windows.map(({ reportsFrom }) => reportsFrom.getTime())),
    formatArray(windows.map(({ reportsFrom, end }) => end.getTime() - reportsFrom.getTime())),
  ];
}

const REPORT = `SELECT at, received_at, CASE WHEN kind = 'violation' THEN 'violation' ELSE exit_status END AS exit_status,
       ${shortMessage("message", 200)} AS message
     FROM check_ins WHERE snitch_id = requested.id AND at >= $6 AND ${IS_REPORT}`;

/** Until when a report after the window still came in time: its deadline and the allowance, if it lies after its end. */
const countedUntil = (end: Date, dueAt: Date): number =>
  dueAt < end ? end.getTime() : dueAt.getTime() + DEADLINE_ALLOWANCE_MS;

/** `place`: of the window. */
type ReportRow = {
  place: number;
  atMs: number;
  receivedAt: Date | null;
  exitStatus: string;
  message: string;
};

/** The requested windows, each with a column that is made of `last`: its element of the last parameter but one, of this type. */
const requested = (type: string, column: string) => `
  FROM (SELECT ($1::uuid[])[snitch] AS id, to_timestamp(from_ms / 1000) AS starts,
      to_timestamp((from_ms + length_ms) / 1000) AS ends, ${column}, ordinal::int AS ordinal
    FROM unnest($2::int[], $3::float8[], $4::float8[], $5::${type}[])
      WITH ORDINALITY AS w (snitch, from_ms, length_ms, last, ordinal)) AS requested`;

/** `$6`, the earliest time, spares Postgres the months before it when it plans. A window without a report has no row. */
const LAST_REPORTS = `
  SELECT ordinal AS place, round(date_part('epoch', coalesce(report.at, late.at)) * 1000) AS "atMs",
    coalesce(report.received_at, late.received_at) AS "receivedAt",
    coalesce(report.exit_status, late.exit_status) AS "exitStatus", coalesce(report.message, late.message) AS message
  ${requested("float8", "to_timestamp((from_ms + length_ms + last) / 1000) AS until")}
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
  WHERE report.at IS NOT NULL OR late.at IS NOT NULL`;

const COUNTED_REPORTS = `
  SELECT report.at AS "checkedInAt", coalesce(report.exit_status, '') AS "exitStatus", coalesce(report.message, '') AS message
  ${requested("tstzmultirange", "last AS covered")}
  LEFT JOIN LATERAL (
    ${REPORT} AND at >= requested.starts AND at < requested.ends AND NOT (${IS_ERROR} AND at <@ requested.covered)
    ORDER BY at DESC LIMIT 1
  ) report ON true
  ORDER BY ordinal`;
