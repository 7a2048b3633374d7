import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "@/scripts/process.mjs";
import { format, isSuccess, readResult, sum } from "./run-tests";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-counts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = path.join(folder, "report.xml");
const write = (...suites: string[]) =>
  writeFileSync(file, `<testsuites tests="99">${suites.join("\n")}</testsuites>`);

test("the counts of a report are those of its suites", () => {
  write(
    '<testsuite name="a > b" tests="4" failures="1" errors="0" skipped="1" time="1"></testsuite>',
    '<testsuite name="c" tests="3" failures="0" skipped="0" errors="1"></testsuite>',
  );

  expect(readResult(file, 1)).toMatchObject({ passed: 4, failed: 2, skipped: 1 });
});

test("each failed test of a report is named, with the first line of its reason", () => {
  write(
    '<testsuite name="a" tests="4" failures="2" errors="1" skipped="0">',
    '<testcase classname="a.test.ts" name="says &gt; &quot;no&quot;" time="1">\n<failure message="x &gt; y\nand more" type="AssertionError"></failure></testcase>',
    '<testcase classname="a.test.ts" name="passes" time="1"/>',
    '<testcase name="turns" classname="a.spec.ts" time="1"><error type="Error" message="no"/></testcase>',
    '<testcase classname="a.test.ts" name="has no reason" time="1"><failure message=""/></testcase></testsuite>',
  );

  expect(readResult(file, 1).failures).toEqual([
    'a.test.ts says > "no": x > y',
    "a.spec.ts turns: no",
    "a.test.ts has no reason",
  ]);
});

test("a test file that does not load counts as a failure in the reports of Vitest", async () => {
  writeFileSync(
    path.join(folder, "good.test.js"),
    'import { test } from "vitest"; test("one", () => {}); test.skip("two");',
  );
  writeFileSync(path.join(folder, "bad.test.js"), 'import "./missing.js";');
  const vitest = path.resolve("node_modules/vitest/vitest.mjs");
  const options = ["--root", folder, "--reporter=junit", `--outputFile=${file}`];
  writeFileSync(path.join(folder, "vitest.config.js"), "export default {};");
  const { code } = await runCommand(process.execPath, [vitest, "run", ...options], {
    env: { VITEST: undefined },
  });

  expect(readResult(file, code)).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
});

test("a bad exit code without a failed test counts as a failure, with a report or without", () => {
  write('<testsuite name="a" tests="3" failures="0" skipped="0" errors="0"></testsuite>');

  expect(readResult(file, 1)).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
  expect(readResult("absent.xml", 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

test("a run without a test is not a success", () => {
  expect(isSuccess(sum([]))).toBe(false);
});

test("the last line has the sums, and mentions skipped tests only if there are some", () => {
  const vitest = { passed: 100, failed: 1, skipped: 0, failures: [] };

  expect(format(sum([vitest, { passed: 5, failed: 0, skipped: 0, failures: [] }]))).toBe(
    "105 passed, 1 failed",
  );
  expect(format(sum([vitest, { passed: 5, failed: 0, skipped: 2, failures: [] }]))).toBe(
    "105 passed, 1 failed, 2 skipped",
  );
});
