import { isRelative, type Relative, type Subject } from "./parse-check";
import { durationOf, endedWell, type Run } from "./run";

/** How many runs show what is usual, and how many it takes to know. */
export const USUAL_RUNS = 20;
export const MIN_USUAL_RUNS = 5;

export type RunNumbers = Pick<Run, "reportedMs" | "durationMs" | "metrics">;

/** The duration of a run in seconds, or one of its metrics; null if it is not known. */
export function numberOf(run: RunNumbers, subject: Subject): number | null {
  if (subject !== "duration") return run.metrics[subject.slice("metric.".length)] ?? null;
  const durationMs = durationOf(run);
  return durationMs === null ? null : durationMs / 1_000;
}

/** Whether a run shows what is usual: it reported success, and no check failed but one that compares it with earlier ones. */
const showsUsual = (run: Run) =>
  run.endedAt !== null && (run.failedCheck === null ? endedWell(run) : isRelative(run.failedCheck));

/** The runs that show what was usual before a time, the latest first. */
export function listUsualRuns(runs: readonly Run[], before: Date): Run[] {
  const earlier = new Map<string, Run>();
  for (const run of runs) if (run.endedAt && run.endedAt < before) earlier.set(run.id, run);
  return [...earlier.values()]
    .filter(showsUsual)
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, USUAL_RUNS);
}

/** The usual number, or the one that hasn't changed; null if it has, or too few runs are known. */
type Comparison = { usual: number | null; count: number; needed: number };

/** What a check compares a run with: the numbers of runs by `listUsualRuns`. */
export function compareWithUsual(check: Relative, usualRuns: readonly RunNumbers[]): Comparison {
  const numbers = usualRuns.flatMap((run) => numberOf(run, check.subject) ?? []);
  if ("percent" in check) {
    const isKnown = numbers.length >= MIN_USUAL_RUNS;
    return { usual: isKnown ? median(numbers) : null, count: numbers.length, needed: MIN_USUAL_RUNS };
  }
  const [last = null, ...others] = numbers.slice(0, check.within - 1);
  const isSame = others.length === check.within - 2 && others.every((number) => number === last);
  return { usual: isSame ? last : null, count: numbers.length, needed: check.within };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}
