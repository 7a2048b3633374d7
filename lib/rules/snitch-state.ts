import type { Run } from "./runs/run";
import { hasRunTerms, NO_RUN_TERMS, type RunTerms } from "./runs/terms";
import type { ScheduleTerms } from "./schedule/schedule-terms";
import type { ArrivalHistory } from "./smart-deadline";

export type Status = "pending" | "healthy" | "failed" | "errored" | "paused";
export type AlertType = "basic" | "smart";
export type PauseUntil = "healthy" | "unpaused" | "time";

/**
 * What a deadline was computed from: a report or an error report, a missed deadline, the end of a pause, a new schedule, the
 * end of a silence, a run that exceeded its limit, a new time zone database, or a restored backup.
 */
export type DeadlineBasis =
  | "report"
  | "error"
  | "missed"
  | "unpaused"
  | "rescheduled"
  | "silence"
  | "overran"
  | "time_zone"
  | "restored";

/** What a deadline was computed from, and when that was. Null: the latest healthy check-in, or the run that it was for. */
export type DeadlineOrigin = { deadlineBy: DeadlineBasis | null; deadlineSince: Date | null };

export const BY_LATEST_REPORT: DeadlineOrigin = { deadlineBy: null, deadlineSince: null };

/** What the rules know of a snitch's runs. */
export type RunState = {
  /** The runs that are running, and those that the signals at hand belong to. */
  runs: readonly Run[];
  /** How many runs are running. */
  running: number;
  /** The key of the latest run; null while there was none. */
  lastRunAt: Date | null;
  lastRunId: string | null;
  /** The latest instant for which a report counted: the start of its run, if it has one. Null while there was no run. */
  claimedAt: Date | null;
};

/** A snitch whose job has never reported a run, and that demands nothing of runs. */
export const NO_RUNS: RunTerms & RunState = {
  ...NO_RUN_TERMS,
  runs: [],
  running: 0,
  lastRunAt: null,
  lastRunId: null,
  claimedAt: null,
};

/** Whether the job reports runs, or is expected to. */
export const usesRuns = (snitch: RunTerms & Pick<RunState, "lastRunId">) =>
  snitch.lastRunId !== null || hasRunTerms(snitch);

/** The part of a snitch that the rules read and change. */
export type SnitchState = ArrivalHistory &
  DeadlineOrigin &
  ScheduleTerms &
  RunTerms &
  RunState & {
    status: Status;
    alertType: AlertType;
    /** When silence becomes a miss; null exactly while pending or paused. */
    deadline: Date | null;
    /** The latest healthy check-in. */
    checkedInAt: Date | null;
    /** When an errored alert was last raised. */
    erroredAt: Date | null;
    /** The deadline of the first of the current consecutive misses. */
    missingSince: Date | null;
    pausedAt: Date | null;
    pauseUntil: PauseUntil | null;
    pauseEndsAt: Date | null;
    /** The status to return to when the pause ends. */
    statusBeforePause: Status | null;
    /** Whether it is healthy, and its incident waits for further good results. */
    recovering: boolean;
  };
