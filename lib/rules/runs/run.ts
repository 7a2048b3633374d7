import { isHealthy } from "../reports/report";
import type { AlertCause } from "../state/alert-cause";

export type RunOutcome = "running" | "succeeded" | "failed" | "overran" | "abandoned";

/** What a job says about a run alongside its exit status. */
export type RunFacts = {
  /** The duration as the job measured it; null if it did not say. */
  reportedMs: number | null;
  host: string;
  env: string;
  metrics: Record<string, number>;
};

export const NO_FACTS: RunFacts = { reportedMs: null, host: "", env: "", metrics: {} };

/** One execution of a job. */
export type Run = RunFacts & {
  /** The time in the id is `at`, so that the id alone finds the row. */
  id: string;
  /** When its first known signal arrived. It never changes. */
  at: Date;
  /** The job's own name for the run; null if it sends none. */
  rid: string | null;
  /** Whether its job has one open run at a time, because the protocol of its start counts them so. */
  exclusive: boolean;
  /** Null if only its end is known. */
  startedAt: Date | null;
  /** The latest start before its limit. A job may repeat it to show that it is alive. */
  aliveAt: Date | null;
  /** Null while it runs, and if no one knows when it ended. */
  endedAt: Date | null;
  /** The latest finish, if it was repeated; while it has not ended, the latest start after its limit, which changes nothing. */
  lastFinishAt: Date | null;
  outcome: RunOutcome;
  /** Why it failed or overran; null otherwise. */
  cause: AlertCause | null;
  /** The check that it did not pass. */
  failedCheck: string | null;
  exitStatus: string;
  /** From the start to the end; null unless both are known. */
  durationMs: number | null;
  /** When it has run for too long; null unless it is running and has a limit. */
  limitAt: Date | null;
  outputId: string | null;
};

/** How many numbers a run keeps. */
const MAX_METRICS = 10;

/** The numbers that `tattle run --file` sends. */
const FILE_METRICS = ["file_bytes", "file_age_seconds", "file_count"];

/** The first ten of these numbers. The job’s own come before those about its files. */
export function fewMetrics(metrics: Record<string, number>): Record<string, number> {
  const entries = Object.entries(metrics);
  if (entries.length <= MAX_METRICS) return metrics;
  const rank = ([name]: [string, number]) => Number(FILE_METRICS.includes(name));
  return Object.fromEntries(entries.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_METRICS));
}

/** How many runs of a snitch may be running. Beyond that, the oldest is abandoned. */
export const MAX_RUNNING = 100;

/** How long a run took, as the job measured it or else from its start to its end; null if neither is known. */
export const durationOf = ({ reportedMs, durationMs }: Pick<Run, "reportedMs" | "durationMs">) =>
  reportedMs ?? durationMs;

/** When a run began, as far as its start or its reported duration shows. */
export function beganAt({ startedAt, endedAt, reportedMs }: Run): Date | null {
  if (startedAt || endedAt === null || reportedMs === null) return startedAt;
  return new Date(endedAt.getTime() - reportedMs);
}

/** Whether a run ended well. It may have taken too long. */
export const endedWell = ({ outcome, exitStatus, failedCheck }: Run) =>
  outcome === "succeeded" || (outcome === "overran" && isHealthy({ exitStatus }) && failedCheck === null);

/** When the latest signal of a run arrived. */
export const lastSignalAt = ({ at, aliveAt, lastFinishAt }: Run) =>
  new Date(Math.max(at.getTime(), aliveAt?.getTime() ?? 0, lastFinishAt?.getTime() ?? 0));

const TIME_DIGITS = 12;

/** The id of a run whose first signal has this id and time. */
export function buildRunId(signalId: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${signalId.slice(13)}`;
}

/** The time in the id of a run, which is its `at`. */
export const timeOfRunId = (id: string) => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
