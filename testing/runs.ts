/**
 * How often the tests repeat what is random, and how much they make of what must not slow us down: in `npm test`, and in
 * `npm run test:long`, which runs these files and `*.long.ts`. `npm test` has as many as reach every kind of crash, alert and action.
 */
const RUNS = {
  // Random histories, compared with a naive model.
  "lib/monitoring/simulation.test.ts": { test: 3, long: 80 },
  "lib/monitoring/schedule-simulation.test.ts": { test: 2, long: 90 },
  "app/(dashboard)/[caseId]/snitches/[token]/sentences.test.tsx": { test: 3, long: 1_000 },
  "lib/rules/schedule/simulation.pure.test.ts": { test: 30, long: 720 },
  "lib/rules/notifications/alert-hold.pure.test.ts": { test: 5, long: 30 },
  "lib/rules/suggestions/simulation.pure.test.ts": { test: 100, long: 20_000 },
  "lib/incidents/histories.test.ts": { test: 1, long: 12 },
  "lib/incidents/apply-pager-event.test.ts": { test: 5, long: 1_000 },
  "lib/evidence/naive-periods.test.ts": { test: 60, long: 1_000 },
  "lib/replay/histories.test.ts": { test: 3, long: 8 },
  "lib/replay/replay.test.ts": { test: 2, long: 8 },
  "lib/late-reports/simulation.test.ts": { test: 2, long: 150 },
  "lib/late-reports/runs-simulation.test.ts": { test: 1, long: 80 },
  "lib/check-ins/run-order.test.ts": { test: 2, long: 100 },
  "app/v1/random-operations.test.ts": { test: 10, long: 40 },
  // Crashes, one after another.
  "checkin/crash.test.ts": { test: 1, long: 20 },
  "worker/crash.test.ts": { test: 1, long: 8 },
  // Changes of the past in two histories.
  "worker/day-counts.test.ts": { test: 20, long: 400 },
  "worker/frozen-database.test.ts": { test: 1, long: 24 },
  "worker/pager-crash.long.ts": { long: 4 },
  "mailin/crash.test.ts": { test: 1, long: 10 },
  // Random cases that are exported and applied.
  "lib/configuration/round-trip.test.ts": { test: 3, long: 50 },
  // Random cases with status pages and badges.
  "app/status/leaks.test.ts": { test: 3, long: 200 },
  // Hostile input.
  "app/v1/hostile.alone.test.ts": { test: 800, long: 20_000 },
  "app/api/management-fuzz.test.ts": { test: 150, long: 1_500 },
  "app/bodies-fuzz.alone.test.ts": { test: 120, long: 3_000 },
  "mailin/fuzz.test.ts": { test: 30, long: 150 },
  // Programs that run jobs: with Node.js, and without in two shells.
  "cli/run/contract.test.ts": { test: 1, long: 3 },
  // What an attacker may have put where a program looks.
  "cli/run/foreign-folders.test.ts": { test: 1, long: 200 },
  // Size: checks in a list, days of history, snitches in a file, minutes of runs, open connections.
  "app/api/management-history.test.ts": { test: 300, long: 10_000 },
  "lib/history/outcomes.test.ts": { test: 30, long: 730 },
  "lib/platform/thread.test.ts": { test: 2_000, long: 20_000 },
  "app/v1/runs.test.ts": { test: 30, long: 1_440 },
  "checkin/overload.long.ts": { long: 10_000 },
} satisfies Record<string, { test?: number; long: number }>;

/** The test files with a number of runs, relative to the root. */
export const FILES_WITH_RUNS = Object.keys(RUNS);

/** How often or how much, for a file. TEST_RUNS is another number for all. */
export const runsFor = (file: keyof typeof RUNS): number =>
  Number(process.env.TEST_RUNS || count(RUNS[file]));

const count = ({ test, long }: { test?: number; long: number }) =>
  process.env.TEST_LONG ? long : (test ?? long);

/** The first seed of the runs: TEST_SEED repeats one that failed. */
export const FIRST_SEED = Number(process.env.TEST_SEED || 1);
