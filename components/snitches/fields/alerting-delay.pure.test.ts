import { expect, test } from "vitest";
import { alertingDelayProblem } from "./alerting-delay";

test.each([
  [1, false, "monthly", null],
  [7, false, "daily", null],
  [8, false, "daily", "8 days"],
  [2, false, "weekly", "14 days"],
  [2, true, "weekly", null],
  [720, false, "1_minute", null],
  [720, false, "hourly", "30 days"],
  [Number.NaN, false, "weekly", null],
] as const)("%s bad results, with a limit: %s, %s: %s", (alertAfter, hasLimit, interval, duration) => {
  const problem = alertingDelayProblem(alertAfter, hasLimit, interval);
  if (duration) expect(problem).toContain(`only after about ${duration}.`);
  else expect(problem).toBeNull();
});
