import { DEADLINE_ALLOWANCE_MS } from "./deadline-allowance";
import { NO_WINDOW_REPORT, type WindowReport } from "./period-outcome";
import type { Window } from "./windows";

/** A check-in that counts. `isExcused`: it reported an error during maintenance. */
export type PlainReport = { at: Date; isError: boolean; isExcused: boolean };

/**
 * The last report of each window that is not excused; the excused error, if there is no other. If there is none, the first one after
 * it that still came in time for its deadline, unless the window was alerted. Windows and reports are in order of time. The same as
 * `listLastReports`, for whole months.
 */
export function matchReports(windows: Window[], reports: PlainReport[], missedAt: Date[]): WindowReport[] {
  return windows.map(({ end, reportsFrom, dueAt }) => {
    const next = firstAtOrAfter(reports, end);
    const last = reports[next - 1];
    if (last && last.at >= reportsFrom)
      return toWindowReport(findCounted(reports, next, reportsFrom) ?? last);
    const late = reports[next];
    const isInTime =
      late !== undefined && dueAt >= end && late.at.getTime() < dueAt.getTime() + DEADLINE_ALLOWANCE_MS;
    const wasAlerted = () => missedAt.some((at) => at > reportsFrom && at <= end);
    return late && isInTime && !wasAlerted() ? toWindowReport(late) : NO_WINDOW_REPORT;
  });
}

/** The last report before this index that is not excused, since this instant. */
function findCounted(reports: PlainReport[], before: number, from: Date): PlainReport | null {
  for (let i = before - 1; i >= 0; i -= 1) {
    const report = reports[i];
    if (!report || report.at < from) return null;
    if (!report.isExcused) return report;
  }
  return null;
}

const toWindowReport = ({ at, isError, isExcused }: PlainReport): WindowReport => ({
  checkedInAt: at,
  exitStatus: isError ? "1" : "0",
  message: "",
  isExcused,
});

/** The index of the first report at this instant or later. */
function firstAtOrAfter(reports: PlainReport[], instant: Date): number {
  let [low, high] = [0, reports.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reports[middle]?.at ?? instant) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
