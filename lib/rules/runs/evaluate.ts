import { isHealthy } from "../reports/report";
import { findFailedCheck } from "./checks";
import { isRelative } from "./parse-check";
import { durationOf, type Run } from "./run";
import type { RunTerms } from "./terms";
import { listUsualRuns } from "./usual";

/** Why the end of a run is an error. `failedCheck` is set if a check is the cause. */
export type Fault = { cause: "error" | "too_short" | "check"; failedCheck: string | null };

/** What the end of a run is evaluated by. `runs`, `earlierRuns`: those with which its checks compare it. */
export type EndTerms = Pick<RunTerms, "minRuntime" | "checks"> & {
  runs?: readonly Run[];
  earlierRuns?: readonly Run[];
};

/** Evaluates the end of a run by its exit status, its shortest runtime and the checks. Null if it ended well. */
export function findFault(
  run: Run,
  { minRuntime, checks, runs = [], earlierRuns = [] }: EndTerms,
): Fault | null {
  if (!isHealthy(run)) return { cause: "error", failedCheck: null };
  const durationMs = durationOf(run);
  if (minRuntime !== null && durationMs !== null && durationMs < minRuntime * 1_000) {
    return { cause: "too_short", failedCheck: null };
  }
  const others = checks.some(isRelative) ? [...earlierRuns, ...runs].filter(({ id }) => id !== run.id) : [];
  const failed = findFailedCheck(checks, run, listUsualRuns(others, run.endedAt ?? run.at));
  return failed === null ? null : { cause: "check", failedCheck: failed };
}
