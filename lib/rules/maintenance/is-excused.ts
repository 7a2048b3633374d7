import type { ScheduleTerms } from "../schedule/schedule-terms";
import { type Window, windowDueAt } from "../windows";
import { hasOccurrence } from "./occurrences";
import type { Maintenance } from "./window";

/** Whether maintenance covers the run that this deadline waits for: then a miss of it is excused. */
export function isExcused(terms: ScheduleTerms, deadline: Date, maintenance: Maintenance[]): boolean {
  if (maintenance.length === 0) return false;
  const { from, to } = toReportingRange(windowDueAt(terms, deadline));
  return maintenance.some((one) => hasOccurrence(one, from, to));
}

/**
 * The time that maintenance has to overlap to excuse a run: that in which it may report. Windows that only touch it do not
 * overlap it, unless it is a single instant: a run without any margin is covered by a window that starts with it.
 */
export const toReportingRange = ({ reportsFrom, dueAt }: Pick<Window, "reportsFrom" | "dueAt">) => ({
  from: reportsFrom,
  to: dueAt > reportsFrom ? dueAt : new Date(reportsFrom.getTime() + 1),
});
