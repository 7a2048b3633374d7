import type { Run } from "@/lib/rules/runs/run";
import { hasRunTerms, type RunTerms } from "@/lib/rules/runs/terms";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type ArrivalHistory, NO_ARRIVALS } from "./smart-deadline";

export type Status = "pending" | "healthy" | "failed" | "errored" | "paused";
export type AlertType = "basic" | "smart";
export type PauseUntil = "healthy" | "unpaused" | "time";

/**
 * What a deadline was computed from: a report or an error report, a missed deadline, the end of a pause, a new schedule, the
 * end of a listening gap, a run that exceeded its limit, the first start of a job that never reported, a new time zone database,
 * or a restored backup.
 */
export type DeadlineBasis =
  | "report"
  | "error"
  | "missed"
  | "unpaused"
  | "rescheduled"
  | "silence"
  | "overran"
  | "started"
  | "time_zone"
  | "restored";

/** What a deadline was computed from, and when that was. Null: the latest healthy check-in, or the run that it was for. */
export type DeadlineOrigin = { deadlineBy: DeadlineBasis | null; deadlineSince: Date | null };

export const BY_LATEST_REPORT: DeadlineOrigin = { deadlineBy: null, deadlineSince: null };

/** What a snitch waits for, and since when it is missing. */
export type DeadlineState = DeadlineOrigin & {
  /** When silence becomes a miss; null while paused, and while pending until a run starts. */
  deadline: Date | null;
  /** The deadline of the first of the current consecutive misses. */
  missingSince: Date | null;
};

/** What was last reported. */
export type ReportState = {
  /** The latest healthy check-in. */
  checkedInAt: Date | null;
  /** When an errored alert was last raised. */
  erroredAt: Date | null;
  /** Whether it is healthy, and its incident waits for further good results. */
  recovering: boolean;
};

/** The pause that has begun; all null unless the snitch is paused. */
export type PauseState = {
  pausedAt: Date | null;
  pauseUntil: PauseUntil | null;
  pauseEndsAt: Date | null;
  /** The status to return to when the pause ends. */
  statusBeforePause: Status | null;
};

export const NO_PAUSE: PauseState = {
  pausedAt: null,
  pauseUntil: null,
  pauseEndsAt: null,
  statusBeforePause: null,
};

/** What the rules know of a snitch's runs. */
export type RunState = {
  /** The runs that are running, and those of the signals that are being applied. */
  runs: readonly Run[];
  /** Ended runs with which checks compare those of the signals that are being applied; empty unless a check does. */
  earlierRuns: readonly Run[];
  /** How many runs are running. */
  running: number;
  /** Runs past their limit that no one waits for, as their history shows. */
  dropped: readonly Run[];
  /** The key of the latest run; null while there was none. */
  lastRunAt: Date | null;
  lastRunId: string | null;
  /** The latest instant for which a report counted: the start of its run, if it has one. Null while there was no run. */
  matchedTick: Date | null;
};

const NO_RUNS: RunState = {
  runs: [],
  earlierRuns: [],
  running: 0,
  dropped: [],
  lastRunAt: null,
  lastRunId: null,
  matchedTick: null,
};

/** Whether the job reports runs, or is expected to. */
export const usesRuns = (snitch: RunTerms & Pick<RunState, "lastRunId">) =>
  snitch.lastRunId !== null || hasRunTerms(snitch);

/** What people have set, as far as it decides about deadlines. */
type SnitchTerms = ScheduleTerms & RunTerms & { alertType: AlertType };

/** What has happened, and what is expected next. */
type MonitoringState = { status: Status } & DeadlineState &
  ReportState &
  ArrivalHistory &
  RunState &
  PauseState;

/** The part of a snitch that the rules read and change. */
export type SnitchState = SnitchTerms & MonitoringState;

/** A snitch to which nothing has happened. */
export const PENDING: MonitoringState = {
  status: "pending",
  ...BY_LATEST_REPORT,
  deadline: null,
  missingSince: null,
  checkedInAt: null,
  erroredAt: null,
  recovering: false,
  ...NO_ARRIVALS,
  ...NO_RUNS,
  ...NO_PAUSE,
};
