import type { SimulatedHistory } from "./simulated-history";

/** How many runs are looked through for each check-in, at most about twice as many. */
const KEPT_RUNS = 60;

/** Forgets runs that ended long ago, as Tattle itself loads only the latest ones: no later signal belongs to them. */
export function forgetOldRuns({ state: { snitch } }: SimulatedHistory): void {
  if (snitch.runs.length < 2 * KEPT_RUNS) return;
  const recent = new Set(snitch.runs.slice(-KEPT_RUNS));
  const latestUnnamed = snitch.runs.findLast(({ rid }) => rid === null);
  snitch.runs = snitch.runs.filter(
    (run) => run.outcome === "running" || run === latestUnnamed || recent.has(run),
  );
}
