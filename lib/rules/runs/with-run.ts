import type { RunState } from "../state/snitch-state";
import { asAbandoned } from "./apply-signal";
import { MAX_RUNNING, type Run } from "./run";

type Runs = Pick<RunState, "runs" | "running" | "lastRunAt" | "lastRunId">;

/** A snitch's runs with this one, which may be new. If too many runs are running then, the oldest ones are abandoned. */
export function withRun({ runs: before, lastRunAt, lastRunId }: Omit<Runs, "running">, run: Run): Runs {
  const isKnown = before.some(({ id }) => id === run.id);
  const runs = isKnown ? before.map((one) => (one.id === run.id ? run : one)) : [...before, run];
  const isLatest = lastRunAt === null || run.at >= lastRunAt;
  const few = withoutTooMany(runs);
  return {
    runs: few,
    running: runningAmong(few).length,
    lastRunAt: isLatest ? run.at : lastRunAt,
    lastRunId: isLatest ? run.id : lastRunId,
  };
}

/** A snitch's runs without those running ones that no one waits for anymore: they are abandoned, which is not a failure. */
export function withAbandoned(
  { runs: before }: Pick<Runs, "runs">,
  isAbandoned: (run: Run) => boolean,
): Pick<Runs, "runs" | "running"> {
  const isAffected = (run: Run) => run.outcome === "running" && isAbandoned(run);
  const runs = before.some(isAffected)
    ? before.map((run) => (isAffected(run) ? asAbandoned(run) : run))
    : before;
  return { runs, running: runningAmong(runs).length };
}

/** These runs of a snitch. The latest of all is this one, unless it is among them. */
export function withRuns(runs: readonly Run[], latest: Run | null): Runs {
  const last = [...runs, ...(latest ? [latest] : [])].reduce<Run | null>(
    (one, other) => (one && one.at > other.at ? one : other),
    null,
  );
  return {
    runs,
    running: runningAmong(runs).length,
    lastRunAt: last?.at ?? null,
    lastRunId: last?.id ?? null,
  };
}

const runningAmong = (runs: readonly Run[]) => runs.filter(({ outcome }) => outcome === "running");

function withoutTooMany(runs: Run[]): Run[] {
  const running = runningAmong(runs);
  if (running.length <= MAX_RUNNING) return runs;
  const oldestFirst = running.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const tooMany = new Set(oldestFirst.slice(0, running.length - MAX_RUNNING));
  return runs.map((run) => (tooMany.has(run) ? asAbandoned(run) : run));
}
