import type { Compared } from "./format-comparison";
import { beganAt, durationOf, type Run } from "./run";

/** What an alert says about a run: the facts as they were then, as JSON. Times are in ISO 8601. */
export type AlertRun = {
  id: string;
  rid: string | null;
  env: string;
  host: string;
  started_at: string | null;
  ended_at: string | null;
  exit_status: string;
  duration_ms: number | null;
  reported_ms: number | null;
  /** How long its runs usually take: the median of the latest 20 that succeeded. Null if there is none. */
  usual_ms: number | null;
  /** The check that it did not pass. */
  failed_check: string | null;
  /** What that check compared, if it compares a run with earlier ones. */
  compared?: Compared;
};

/** The facts about a run. How long its runs usually take is not known here. */
export const toAlertRun = (run: Run): AlertRun => ({
  id: run.id,
  rid: run.rid,
  env: run.env,
  host: run.host,
  started_at: beganAt(run)?.toISOString() ?? null,
  ended_at: run.endedAt?.toISOString() ?? null,
  exit_status: run.exitStatus,
  duration_ms: durationOf(run),
  reported_ms: run.reportedMs,
  usual_ms: null,
  failed_check: run.failedCheck,
});
