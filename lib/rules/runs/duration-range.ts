import { durationOf, type Run } from "./run";

/** How long runs usually take, in milliseconds. */
export type DurationRange = { shortestMs: number; longestMs: number };

/** Fewer runs do not show what is usual. */
const MIN_RUNS = 5;

/** How long these runs usually take: all that succeeded but the shortest and the longest tenth. Null if they are too few. */
export function usualRange(runs: Pick<Run, "outcome" | "reportedMs" | "durationMs">[]): DurationRange | null {
  const durationsMs = runs
    .flatMap((run) => (run.outcome === "succeeded" ? (durationOf(run) ?? []) : []))
    .sort((one, other) => one - other);
  if (durationsMs.length < MIN_RUNS) return null;
  const cut = Math.floor(durationsMs.length / 10);
  const [shortestMs, longestMs] = [durationsMs[cut], durationsMs.at(-1 - cut)];
  return shortestMs === undefined || longestMs === undefined ? null : { shortestMs, longestMs };
}
