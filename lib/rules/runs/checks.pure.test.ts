import { expect, test } from "vitest";
import { failedCheck, parseCheck } from "./checks";

test.each([
  ["duration < 300", { subject: "duration", operator: "<", limit: 300 }],
  ["duration<=5min", { subject: "duration", operator: "<=", limit: 300 }],
  ["Duration > 1.5 hours", { subject: "duration", operator: ">", limit: 5_400 }],
  ["metric.rows>0", { subject: "metric.rows", operator: ">", limit: 0 }],
  ["metric.p99.ms != -1e3", { subject: "metric.p99.ms", operator: "!=", limit: -1_000 }],
  ["metric.rows == 5", { subject: "metric.rows", operator: "=", limit: 5 }],
])("%s is a comparison", (text, check) => expect(parseCheck(text)).toEqual(check));

test.each([
  "",
  "duration",
  "duration < ",
  "duration < five",
  "duration < 5 parsecs",
  "metric. > 0",
  "metric.rows > 0 rows",
  "rows > 0",
  "duration < 5 and metric.rows > 0",
  "metric.a b > 0",
  "metric.rows > 1e999",
  "metric.rows => 0",
])("“%s” is no comparison", (text) => expect(parseCheck(text)).toBeNull());

const run = { reportedMs: null, durationMs: 60_000, metrics: { rows: 5 } };

test("the first check that is not passed is named", () => {
  expect(failedCheck(["duration < 2 min", "metric.rows >= 5"], run)).toBeNull();
  expect(failedCheck(["metric.rows < 5", "duration < 1 min"], run)).toBe("metric.rows < 5");
});

test("an unknown duration is not checked", () => {
  expect(failedCheck(["duration > 1 h"], { ...run, durationMs: null })).toBeNull();
});
