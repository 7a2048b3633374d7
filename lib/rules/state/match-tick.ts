import { compileSchedule } from "@/lib/rules/schedule/compile";
import { hasRunTimes } from "@/lib/rules/schedule/has-run-times";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

/** The run that a report at this instant counts for: the start of its period, or the time of the run. */
export const matchTick = (terms: ScheduleTerms, at: Date): Date =>
  new Date(compileSchedule(terms).matchTick(at.getTime()));

/** The basic deadline after a report at this instant: when the run after the one that it counts for is missed. */
export function deadlineAfter(terms: ScheduleTerms, reportedAt: Date): Date {
  const { matchTick, deadlineAfter } = compileSchedule(terms);
  return new Date(deadlineAfter(matchTick(reportedAt.getTime())));
}

/**
 * By when a job that has started at this instant and never reported before has to report. With fixed times that is the deadline
 * of the time that it started for, unless it has passed; otherwise the deadline after a report at this instant.
 */
export function deadlineOfFirstRun(terms: ScheduleTerms, startedAt: Date): Date {
  const { dueMs } = compileSchedule(terms).windowAt(startedAt.getTime());
  return hasRunTimes(terms) && dueMs > startedAt.getTime()
    ? new Date(dueMs)
    : deadlineAfter(terms, startedAt);
}

/** The deadline after a missed one: that of the next run or, after a long time, the first one later than `dueUntil`. */
export const deadlineAfterMiss = (terms: ScheduleTerms, missed: Date, dueUntil: Date): Date =>
  new Date(compileSchedule(terms).deadlineAfterMiss(missed.getTime(), dueUntil.getTime()));

/** Whether a report at this instant is too old for this deadline, which waits for a later run than the one after it. */
export const isOvertaken = (terms: ScheduleTerms, reportedAt: Date, deadline: Date): boolean =>
  compileSchedule(terms).isOvertaken(reportedAt.getTime(), deadline.getTime());

/** Whether reports at these two instants count for the same run. */
export function isSameRun(terms: ScheduleTerms, one: Date, other: Date): boolean {
  const { matchTick, nextTick } = compileSchedule(terms);
  const [earlierMs, laterMs] =
    one < other ? [one.getTime(), other.getTime()] : [other.getTime(), one.getTime()];
  return matchTick(laterMs) < nextTick(matchTick(earlierMs));
}
