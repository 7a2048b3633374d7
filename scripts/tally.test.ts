import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { isGood, lineOf, sum, tallyOf, tallyOfPlaywright, tallyOfVitest } from "./tally";

const passing = { status: "passed", assertionResults: [{ status: "passed" }] };
const unloadable = { status: "failed", assertionResults: [] };

test("a test file that does not load counts as a failure", () => {
  const report = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

  expect(tallyOfVitest({ ...report, testResults: [passing, unloadable] })).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test("a runner that ends badly counts as a failure, with a report or without", () => {
  const file = path.join(tmpdir(), `tally-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } }));

  expect(tallyOf(file, 1, tallyOfPlaywright)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(tallyOf("absent.json", 1, tallyOfPlaywright)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("a run without a test is not a good one", () => {
  expect(isGood(sum([]))).toBe(false);
});

test("the last line has the sums, and names skipped tests only if there are some", () => {
  const vitest = { passed: 100, failed: 1, skipped: 0 };

  expect(lineOf(sum([vitest, { passed: 5, failed: 0, skipped: 0 }]))).toBe("105 passed, 1 failed");
  expect(lineOf(sum([vitest, { passed: 5, failed: 0, skipped: 2 }]))).toBe("105 passed, 1 failed, 2 skipped");
});
