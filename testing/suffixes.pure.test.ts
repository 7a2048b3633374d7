import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FILES_WITH_RUNS } from "./runs";

const files = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "*.test.ts", "*.test.tsx", "*.long.ts"],
  {
    encoding: "utf8",
  },
)
  .trim()
  .split("\n")
  .filter((file) => !file.endsWith("suffixes.pure.test.ts"));

test("only a file that has a process of its own replaces modules or timers, or changes the folder", () => {
  const changesProcess = /\bvi\.(mock|doMock|useFake)|process\.chdir/;
  const shared = files.filter((file) => !/\.(alone\.test|long)\./.test(file));
  expect(shared.filter((file) => changesProcess.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("every file with a number of runs exists, and reads it", () => {
  const reads = (file: string) => readFileSync(file, "utf8").includes(`runsFor("${file}")`);
  expect(FILES_WITH_RUNS.filter((file) => !files.includes(file) || !reads(file))).toEqual([]);
});
