import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { Window } from "@/lib/rules/schedule/windows";
import { NO_WINDOW_REPORT, type WindowReport } from "./period-outcome";

/** A check-in that counts, at so many milliseconds since 1970. `isExcused`: it reported an error during maintenance. */
export type PlainReport = { atMs: number; isError: boolean; isExcused: boolean };

/**
 * The last report of each window. `isExcused`: it is an error during maintenance. A window without a report is late if the next report came
 * before its alert, also if the snitch was missing already. Windows and reports are in order of time. The same as `listLastReports`, for
 * whole months.
 */
export function matchReports(windows: Window[], reports: PlainReport[], missedAt: Date[]): WindowReport[] {
  return windows.map((window) => {
    const { end, reportsFrom } = window;
    const next = firstAtOrAfter(reports, end.getTime());
    const last = reports[next - 1];
    if (last && last.atMs >= reportsFrom.getTime()) return toWindowReport(last);
    const soon = reports[next];
    if (!soon || soon.atMs >= lateUntil(window)) return NO_WINDOW_REPORT;
    const wasAlerted = missedAt.some((at) => isMissOf(window, at));
    return wasAlerted ? NO_WINDOW_REPORT : { ...NO_WINDOW_REPORT, lateAt: new Date(soon.atMs) };
  });
}

/** Until when a report after the window still spares people an alert. */
export const lateUntil = ({ end, dueAt }: Window): number =>
  dueAt < end ? end.getTime() : dueAt.getTime() + DEADLINE_ALLOWANCE_MS;

/** Whether an alert about this deadline was raised for the window: its own deadline, or a smart one in it. */
export const isMissOf = ({ start, end, dueAt }: Window, deadline: Date): boolean =>
  deadline > start && (deadline <= end || deadline.getTime() === dueAt.getTime());

const toWindowReport = ({ atMs, isError, isExcused }: PlainReport): WindowReport => ({
  checkedInAt: new Date(atMs),
  exitStatus: isError ? "1" : "0",
  message: "",
  isExcused,
  lateAt: null,
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
