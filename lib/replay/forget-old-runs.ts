import { listUsualRuns } from "@/lib/rules/runs/usual";
import type { SimulatedHistory } from "./simulated-history";

/** How many runs are looked through for each check-in, at most about twice as many. */
const KEPT_RUNS = 60;

/** Forgets runs that ended long ago, as Tattle itself loads only the latest ones: no later signal belongs to them. */
export function forgetOldRuns({ state: { snitch }, now }: SimulatedHistory): void {
  if (snitch.runs.length < 2 * KEPT_RUNS) return;
  const recent = new Set(snitch.runs.slice(-KEPT_RUNS));
  // Checks compare later runs with them.
  snitch.earlierRuns = listUsualRuns([...snitch.earlierRuns, ...snitch.runs.slice(0, -KEPT_RUNS)], now);
  const latestUnnamed = snitch.runs.findLast(({ rid }) => rid === null);
  snitch.runs = snitch.runs.filter(
    (run) => run.outcome === "running" || run === latestUnnamed || recent.has(run),
  );
}
