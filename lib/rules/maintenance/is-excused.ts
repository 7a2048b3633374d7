import type { ScheduleTerms } from "../schedule/schedule-terms";
import { windowDueAt } from "../schedule/windows";
import { findWindow } from "./occurrences";
import type { Maintenance } from "./window";

/** Whether an error report at this time is excused: it came during maintenance. */
export const isExcusedError = (reportedAt: Date, maintenance: Maintenance[]): boolean =>
  maintenance.some((one) => findWindow(one, reportedAt) !== null);

/** Whether a miss of this deadline is excused: it lies in maintenance. */
export function isExcusedDeadline(terms: ScheduleTerms, deadline: Date, maintenance: Maintenance[]): boolean {
  if (maintenance.length === 0) return false;
  return isDuring(deadline, windowDueAt(terms, deadline).reportsFrom, maintenance);
}

/**
 * Whether a deadline lies in maintenance: the last millisecond in which a report would have been in time does. So two hours from
 * 02:00 on excuse the periods that end at 03:00 and 04:00, and not the one that ended at 02:00. `reportsFrom`: since when a report
 * counts for it; a run without any margin has that one instant only.
 */
export const isDuring = (deadline: Date, reportsFrom: Date, maintenance: Maintenance[]): boolean =>
  isExcusedError(deadline > reportsFrom ? new Date(deadline.getTime() - 1) : deadline, maintenance);
