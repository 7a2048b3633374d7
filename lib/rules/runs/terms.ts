import { MINUTE_MS } from "../durations";
import { compileSchedule } from "../schedule/compile";
import { hasRunTimes } from "../schedule/has-run-times";
import type { ScheduleTerms } from "../schedule/schedule-terms";
import type { Run } from "./run";

export const EXPECTS = ["finish", "start"] as const;

/** What has to come in time: the start of a run, or its finish. */
export type Expects = (typeof EXPECTS)[number];

/** What a snitch demands of the runs of its job. */
export type RunTerms = {
  /** How long a run may take, in seconds; null for no limit. */
  maxRuntime: number | null;
  /** A run that takes less time is an error, in seconds; null for any time. */
  minRuntime: number | null;
  /** How long after its time a run may start, in seconds; null for the schedule's grace. */
  startGrace: number | null;
  expects: Expects;
  /** Comparisons that a run has to meet, such as `metric.rows > 0`. */
  checks: string[];
};

export const NO_RUN_TERMS: RunTerms = {
  maxRuntime: null,
  minRuntime: null,
  startGrace: null,
  expects: "finish",
  checks: [],
};

/** Whether anything is demanded of runs. */
export const hasRunTerms = ({ maxRuntime, minRuntime, startGrace, expects, checks }: RunTerms) =>
  maxRuntime !== null ||
  minRuntime !== null ||
  startGrace !== null ||
  expects !== "finish" ||
  checks.length > 0;

/** Whether runs have a limit of their own. Then the start of a run is enough until that limit. */
export const hasRunLimit = ({ maxRuntime, startGrace }: RunTerms) =>
  maxRuntime !== null || startGrace !== null;

/**
 * When a run that sent this keep-alive has run for too long: after the longest runtime or, if only the start has a grace
 * of its own, when the schedule's grace for its finish is over. Null without a limit.
 */
export function computeLimit(terms: ScheduleTerms & RunTerms, aliveAt: Date): Date | null {
  if (terms.maxRuntime !== null) return new Date(aliveAt.getTime() + terms.maxRuntime * 1_000);
  if (terms.startGrace === null) return null;
  const { kind, matchTick, deadlineAfter, windowAt } = compileSchedule({ ...terms, startGrace: null });
  const tickMs = matchTick(aliveAt.getTime());
  const dueMs = kind === "every" ? deadlineAfter(tickMs) : windowAt(tickMs).dueMs;
  return new Date(Math.max(dueMs, aliveAt.getTime() + MINUTE_MS));
}

/** Runs after a change of their terms at this instant: those that are running get the new limit, which is never in the past. */
export const withLimits = (runs: readonly Run[], terms: ScheduleTerms & RunTerms, now: Date): Run[] =>
  runs.map((run) => {
    if (run.outcome !== "running") return run;
    const limitAt = computeLimit(terms, run.aliveAt ?? run.at);
    return { ...run, limitAt: limitAt && (limitAt > now ? limitAt : now) };
  });

/** Whether a finish counts for the time at which its run began. Without fixed times or a limit it counts for its own. */
export const countsFromStart = (terms: ScheduleTerms & RunTerms) =>
  hasRunLimit(terms) || terms.expects === "start" || hasRunTimes(terms);
