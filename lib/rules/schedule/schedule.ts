import type { Gaps } from "./gaps";

/**
 * The time in which a report counts for one run: `startMs` (in it) to `endMs` (not in it). `dueMs`: when a miss is decided
 * if there was none. `reportsFromMs`: since when a report counts; earlier than the start only if runs have no fixed times.
 */
export type WindowMs = { startMs: number; endMs: number; dueMs: number; reportsFromMs: number };

/**
 * When a job runs. A tick is a time at which a run is expected: the start of a period, a time of cron, or for “every …”
 * the last report. All times are milliseconds since the epoch; all functions are pure.
 */
export type Schedule = {
  kind: ScheduleKind;
  /** The tick that a report at this instant counts for. It never decreases as time passes. */
  matchTick(instantMs: number): number;
  /** The first tick after this one. */
  nextTick(tickMs: number): number;
  /** When the next run is missed, once a report matched this tick. */
  deadlineAfter(tickMs: number): number;
  /** The first deadline after this missed one that is later than `dueUntilMs`. */
  deadlineAfterMiss(missedMs: number, dueUntilMs: number): number;
  /** Whether this deadline waits for a later run than the one after the run that a report at this instant counts for. */
  isOvertaken(reportedMs: number, deadlineMs: number): boolean;
  /** The window that a report at this instant is counted in. Windows follow each other without a gap. */
  windowAt(instantMs: number): WindowMs;
  /** The window of the run that this deadline waits for. */
  windowDueAt(deadlineMs: number): WindowMs;
  gaps: Gaps;
  graceMs: number;
  earlyMs: number;
};

export const SCHEDULE_KINDS = ["calendar", "cron", "oncalendar", "every"] as const;
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number];
