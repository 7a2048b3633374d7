import { prepared } from "@/lib/platform/db";
import { isMissOf, lateUntil } from "@/lib/rules/history/match-reports";
import { NO_WINDOW_REPORT, type WindowReport } from "@/lib/rules/history/period-outcome";
import { isExcusedError } from "@/lib/rules/maintenance/is-excused";
import type { Maintenance } from "@/lib/rules/maintenance/window";
import { isReportedLate } from "@/lib/rules/reports/age";
import { isHealthy } from "@/lib/rules/reports/report";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { Window } from "@/lib/rules/schedule/windows";
import { IS_REPORT, shortMessage } from "@/lib/snitches/reports";

type RequestedWindow = { id: string } & Window;

/** The last report of each window, as `matchReports` has it. `id`: of the snitch; `covering`: its maintenance. */
export async function listLastReports(
  requested: { id: string; windows: Window[] }[],
  covering: Promise<Map<string, Maintenance[]>>,
  now: Date,
): Promise<WindowReport[]> {
  const windows = requested.flatMap(({ id, windows }) => windows.map((window) => ({ id, ...window })));
  const rows = await prepared<ReportRow>(LAST_REPORTS, [
    ...listRequests(windows),
    formatArray(windows.map((window) => lateUntil(window) - window.end.getTime())),
    earliest(windows, now),
  ]);
  const maintenance = await covering;
  const reports = windows.map(() => NO_WINDOW_REPORT);
  for (const { place, atMs, isAfter, missedAt, receivedAt, exitStatus, message } of rows) {
    const at = new Date(atMs);
    const window = windows[place - 1];
    if (isAfter) {
      const wasAlerted = missedAt && window && isMissOf(window, missedAt);
      if (!wasAlerted) reports[place - 1] = { ...NO_WINDOW_REPORT, lateAt: at };
      continue;
    }
    const isLate = receivedAt !== null && isReportedLate({ at, receivedAt });
    const ofSnitch = maintenance.get(window?.id ?? "") ?? [];
    reports[place - 1] = {
      checkedInAt: at,
      exitStatus,
      message,
      ...(isLate && { isReportedLate: true }),
      isExcused: !isHealthy({ exitStatus }) && isExcusedError(at, ofSnitch),
      lateAt: null,
    };
  }
  return reports;
}

const earliest = (windows: Window[], now: Date) =>
  new Date(windows.reduce((first, { reportsFrom }) => Math.min(first, reportsFrom.getTime()), now.getTime()));

/** Numbers or ids as Postgres writes an array. These are many, and pg is slow at formatting dates and quotes each element. */
const formatArray = (values: (string | number)[]) => `{${values.join()}}`;

/**
 * The first four parameters of the statement: the snitches, and for each window the place of its snitch among them, the milliseconds since
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

/** `place`: of the window. `isAfter`: it has no report, but one came soon after it. `missedAt`: the last deadline by then that was alerted. */
type ReportRow = {
  place: number;
  atMs: number;
  isAfter: boolean;
  missedAt: Date | null;
  receivedAt: Date | null;
  exitStatus: string;
  message: string;
};

/** `$6`, the earliest time, spares Postgres the months before it when it plans. A window without a report has no row. */
const LAST_REPORTS = `
  SELECT ordinal AS place, round(date_part('epoch', coalesce(report.at, soon.at)) * 1000) AS "atMs", report.at IS NULL AS "isAfter",
    soon.missed_at AS "missedAt", report.received_at AS "receivedAt", report.exit_status AS "exitStatus", report.message
  FROM (SELECT ($1::uuid[])[snitch] AS id, to_timestamp(from_ms / 1000) AS starts,
      to_timestamp((from_ms + length_ms) / 1000) AS ends, to_timestamp((from_ms + length_ms + late_ms) / 1000) AS until,
      ordinal::int AS ordinal
    FROM unnest($2::int[], $3::float8[], $4::float8[], $5::float8[])
      WITH ORDINALITY AS w (snitch, from_ms, length_ms, late_ms, ordinal)) AS requested
  LEFT JOIN LATERAL (
    ${REPORT} AND at >= requested.starts AND at < requested.ends ORDER BY at DESC LIMIT 1
  ) report ON true
  LEFT JOIN LATERAL (
    SELECT at, (SELECT max(a.at) FROM alerts a WHERE a.snitch_id = requested.id AND a.kind = 'missing' AND NOT a.is_reminder
        AND a.disproved_at IS NULL AND a.at >= requested.starts
        AND (a.at <= requested.ends OR a.at = requested.until - interval '${DEADLINE_ALLOWANCE_MS} ms')) AS missed_at
    FROM check_ins WHERE snitch_id = requested.id AND at >= $6 AND ${IS_REPORT} AND report.at IS NULL
      AND at >= requested.ends AND at < requested.until
    ORDER BY at LIMIT 1
  ) soon ON true
  WHERE report.at IS NOT NULL OR soon.at IS NOT NULL`;
