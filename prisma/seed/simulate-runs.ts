import { newId } from "@/lib/platform/new-id";
import { DAY_MS } from "@/lib/rules/durations";
import { NO_FACTS, type Run } from "@/lib/rules/runs/run";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import { type ExampleJob, type ExampleRun, printedBy } from "./example-jobs";

/** Runs are kept for so long; older reports are plain check-ins. */
const RUNS_FOR_MS = 60 * DAY_MS;

/** A run with what it printed. */
export type SimulatedRun = { run: Run; output: string };

/**
 * Makes runs of the latest reports of a job: each began when the job would have checked in, and reports when it ends. Returns the
 * events with their runs, and the runs, both oldest first. `random`: from 0 to 1.
 */
export function simulateRuns(
  job: Pick<ExampleJob, "run">,
  events: SnitchEvent[],
  now: Date,
  random: () => number,
): { events: SnitchEvent[]; runs: SimulatedRun[] } {
  const runs: SimulatedRun[] = [];
  const { run: terms } = job;
  if (!terms) return { events, runs };
  const history = events.map((event): SnitchEvent => {
    const isReport = event.kind === "checked_in" || event.kind === "reported_error";
    if (!isReport || event.at.getTime() < now.getTime() - RUNS_FOR_MS) return event;
    const isError = event.kind === "reported_error";
    // What fails, fails early.
    const durationMs = Math.round(terms.takesMs * (isError ? 0.2 : 0.8 + 0.4 * random()));
    const endedAt = new Date(Math.min(event.at.getTime() + durationMs, now.getTime() - 1));
    const run = {
      ...buildRun(terms.host, event.at, endedAt, isError),
      metrics: pickMetrics(terms, random()),
    };
    const output = printedBy(terms, isError, event.message);
    runs.push({ run, output });
    return { ...event, at: endedAt, matchAt: run.at, run, ...(isError && { message: output }) };
  });
  return { events: history, runs };
}

const pickMetrics = ({ metric }: ExampleRun, random: number): Record<string, number> =>
  metric ? { [metric.name]: Math.round(metric.value * (0.8 + 0.4 * random)) } : {};

const buildRun = (host: string, startedAt: Date, endedAt: Date, isError: boolean): Run => ({
  ...NO_FACTS,
  id: newId(startedAt),
  at: startedAt,
  rid: null,
  exclusive: false,
  host,
  startedAt,
  aliveAt: startedAt,
  endedAt,
  lastFinishAt: endedAt,
  outcome: isError ? "failed" : "succeeded",
  cause: isError ? "error" : null,
  failedCheck: null,
  exitStatus: isError ? "1" : "0",
  durationMs: endedAt.getTime() - startedAt.getTime(),
  limitAt: null,
  outputId: newId(endedAt),
});
