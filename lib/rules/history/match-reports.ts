import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { Window } from "@/lib/rules/schedule/windows";
import { NO_WINDOW_REPORT, type WindowReport } from "./period-outcome";

/** A check-in that counts, at so many milliseconds since 1970. `isExcused`: it reported an error during maintenance. */
export type PlainReport = { atMs: number; isError: boolean; isExcused: boolean };

/**
 * The last report of each window that is not excused; the excused error, if there is no other. If there is none, the first one after
 * it that still came in time for its deadline, unless the window was alerted. Windows and reports are in order of time. The same as
 * `listLastReports`, for whole months.
 */
export function matchReports(windows: Window[], reports: PlainReport[], missedAt: Date[]): WindowReport[] {
  return windows.map(({ end, reportsFrom, dueAt }) => {
    const [fromMs, endMs, dueMs] = [reportsFrom.getTime(), end.getTime(), dueAt.getTime()];
    const next = firstAtOrAfter(reports, endMs);
    const last = reports[next - 1];
    if (last && last.atMs >= fromMs) return toWindowReport(findCounted(reports, next, fromMs) ?? last);
    const late = reports[next];
    const isInTime = late !== undefined && dueMs >= endMs && late.atMs < dueMs + DEADLINE_ALLOWANCE_MS;
    const wasAlerted = () => missedAt.some((at) => at > reportsFrom && at <= end);
    return late && isInTime && !wasAlerted() ? toWindowReport(late) : NO_WINDOW_REPORT;
  });
}

/** The last report before this index that is not excused, since this instant. */
function findCounted(reports: PlainReport[], before: number, fromMs: number): PlainReport | null {
  for (let i = before - 1; i >= 0; i -= 1) {
    const report = reports[i];
    if (!report || report.atMs < fromMs) return null;
    if (!report.isExcused) return report;
  }
  return null;
}

const toWindowReport = ({ atMs, isError, isExcused }: PlainReport): WindowReport => ({
  checkedInAt: new Date(atMs),
  exitStatus: isError ? "1" : "0",
  message: "",
  isExcused,
});

/** The index of the first report at this instant or later. */
function firstAtOrAfter(reports: PlainReport[], instantMs: number): number {
  let [low, high] = [0, reports.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((reports[middle]?.atMs ?? instantMs) < instantMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
