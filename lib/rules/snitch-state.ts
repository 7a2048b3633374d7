import type { ScheduleTerms } from "./schedule/schedule-terms";
import type { ArrivalHistory } from "./smart-deadline";

export type Status = "pending" | "healthy" | "failed" | "errored" | "paused";
export type AlertType = "basic" | "smart";
export type PauseUntil = "healthy" | "unpaused" | "time";

/** The part of a snitch that the rules read and change. */
export type SnitchState = ArrivalHistory &
  ScheduleTerms & {
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
  };
