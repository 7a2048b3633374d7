import type { Reporter, TestModule } from "vitest/node";

const MAX_LISTED = 10;

/** Lists the slowest test files of a run, with what each waited for before its first test. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    // One file alone is its own summary.
    if (modules.length <= 1) return;
    const slowest = modules
      .map((module) => ({ name: module.relativeModuleId, ms: durationOf(module) }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, MAX_LISTED);
    console.log("\nSlowest files:");
    for (const { name, ms } of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  }
}

function durationOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
