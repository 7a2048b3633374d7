import { existsSync, readFileSync } from "node:fs";
import { runCommand } from "@/scripts/process.mjs";
import { step } from "@/scripts/progress.mjs";

export type Counts = { passed: number; failed: number; skipped: number };

/** The counts of a run, and which tests failed and why: the last lines of a long log then say it. */
export type Result = Counts & { failures: string[] };

export const oneFailed = (name: string): Result => ({ passed: 0, failed: 1, skipped: 0, failures: [name] });

/** Runs a Node program that writes a JUnit report. */
export async function runTests(name: string, args: string[], report: string, env: Record<string, string>) {
  const runner = () => runCommand(process.execPath, args, { env, show: true });
  const { code } = await step(name, runner, { ticking: false });
  return readResult(report, code);
}

/** Reads a JUnit report. A bad exit code without a failed test, or without a report, counts as one failure. */
export function readResult(reportFile: string, exitCode: number): Result {
  const report = existsSync(reportFile) ? readFileSync(reportFile, "utf8") : "";
  const count = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const [suite] of report.matchAll(/<testsuite (?:[^>"]|"[^"]*")*>/g))
    for (const [, name, value] of suite.matchAll(/ (tests|failures|errors|skipped)="(\d+)"/g))
      count[name as keyof typeof count] += Number(value);
  const failed = count.failures + count.errors;
  const passed = count.tests - failed - count.skipped;
  return {
    passed,
    failed: exitCode !== 0 ? Math.max(failed, 1) : failed,
    skipped: count.skipped,
    failures: [...report.matchAll(FAILED_CASE)].map(([, test = "", failure = ""]) =>
      formatFailure(test, failure),
    ),
  };
}

const FAILED_CASE = /<testcase ((?:[^>"]|"[^"]*")*)(?<!\/)>\s*<(?:failure|error)\b((?:[^>"]|"[^"]*")*)>/g;

const MAX_REASON_LENGTH = 300;

/** The file and the name of a test, and the first line of what it failed with. */
function formatFailure(test: string, failure: string): string {
  const name = `${attribute(test, "classname")} ${attribute(test, "name")}`;
  const [reason = ""] = attribute(failure, "message").trim().split("\n");
  return reason ? `${name}: ${reason.slice(0, MAX_REASON_LENGTH)}` : name;
}

const attribute = (attributes: string, name: string) =>
  unescapeXml(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");

const CHARACTERS: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const unescapeXml = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name) => CHARACTERS[name] ?? whole);

export const sum = (all: Result[]): Result => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
  failures: all.flatMap(({ failures }) => failures),
});

export const format = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** A run without a test is not a success. */
export const isSuccess = ({ passed, failed }: Counts) => failed === 0 && passed > 0;
