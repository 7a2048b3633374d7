import { expect, test } from "vitest";
import { toAlertRun } from "./alert-run";
import { NO_FACTS, type Run } from "./run";

const run = { ...NO_FACTS, startedAt: null, endedAt: null, durationMs: 974 } as Run;

test("an alert says how long a run took by the job's own measure, or else from its start to its end", () => {
  expect(toAlertRun({ ...run, reportedMs: 1_003 }).duration_ms).toBe(1_003);
  expect(toAlertRun(run).duration_ms).toBe(974);
});
