import { isHealthy } from "../reports/report";
import { failedCheck } from "./checks";
import { durationOf, type Run } from "./run";
import type { RunTerms } from "./terms";

/** Why the end of a run is an error. `failedCheck` is set if a check is the cause. */
export type Fault = { cause: "error" | "too_short" | "check"; failedCheck: string | null };

/** Evaluates the end of a run by its exit status, its shortest runtime and the checks. Null if it ended well. */
export function findFault(
  run: Pick<Run, "exitStatus" | "reportedMs" | "durationMs" | "metrics">,
  { minRuntime, checks }: Pick<RunTerms, "minRuntime" | "checks">,
): Fault | null {
  if (!isHealthy(run)) return { cause: "error", failedCheck: null };
  const durationMs = durationOf(run);
  if (minRuntime !== null && durationMs !== null && durationMs < minRuntime * 1_000) {
    return { cause: "too_short", failedCheck: null };
  }
  const failed = failedCheck(checks, run);
  return failed === null ? null : { cause: "check", failedCheck: failed };
}
