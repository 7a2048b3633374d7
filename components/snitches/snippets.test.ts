import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { INTERVALS } from "@/lib/rules/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { lacks } from "@/lib/testing/languages";
import { cronSchedule, crontabTimes, snippetsFor } from "./snippets";

test.each([
  ["1_minute", "* * * * *"],
  ["15_minute", "*/15 * * * *"],
  ["hourly", "0 * * * *"],
  ["6_hour", "0 */6 * * *"],
  ["daily", "0 3 * * *"],
  ["weekly", "0 3 * * 1"],
  ["monthly", "0 3 1 * *"],
] as const)("%s is %s in a crontab", (interval, schedule) => expect(cronSchedule(interval)).toBe(schedule));

test("every interval has a crontab line with five fields", () => {
  expect(INTERVALS.every((interval) => cronSchedule(interval).split(" ").length === 5)).toBe(true);
});

test("every snippet uses the complete URL", () => {
  const url = "https://in.example.com/c0ffee1234abcd56";
  const lines = snippetsFor(url, cronSchedule("daily")).flatMap((snippet) => snippet.lines);

  expect(lines.length).toBeGreaterThan(7);
  expect(lines.filter(({ text }) => !text.includes(url))).toEqual([]);
});

test("there is a snippet for every environment", () => {
  const names = snippetsFor("https://in.example.com/c0ffee1234abcd56", cronSchedule("1_minute")).map(
    ({ name }) => name,
  );

  expect(names).toEqual([
    "Crontab",
    "curl",
    "Shell",
    "systemd",
    "Kubernetes",
    "GitHub Actions",
    "Ruby",
    "Python",
    "Node",
    "Go",
    "PHP",
    "PowerShell",
  ]);
});

const textOf = (name: string, url: string) =>
  snippetsFor(url, cronSchedule("hourly")).find((snippet) => snippet.name === name)?.lines[0]?.text ?? "";

/** Runs a snippet as a person would paste it, and returns the requested paths. */
async function requestedBy(run: (url: string) => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    response.end("Got it, thanks!\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await run(`http://127.0.0.1:${port}/c0ffee1234abcd56`).finally(() => server.close());
  return paths;
}

const sh = promisify(execFile);
const testWithCurl = test.skipIf(lacks("curl"));
const testWithBash = test.skipIf(lacks("curl") || lacks("bash"));

testWithBash("the shell function checks in with the exit status of what it wraps, and keeps it", async () => {
  const paths = await requestedBy((url) =>
    sh("bash", ["-c", textOf("Shell", url).replace("tattle /path/to/job", "tattle false; tattle true")]),
  );

  expect(paths).toEqual(["/c0ffee1234abcd56?s=1", "/c0ffee1234abcd56?s=0"]);
});

testWithCurl("the crontab line runs as it stands", async () => {
  const paths = await requestedBy((url) =>
    sh("sh", ["-c", textOf("Crontab", url).replace("0 * * * * /path/to/job", "true")]),
  );

  expect(paths).toEqual(["/c0ffee1234abcd56"]);
});

const withJob: [name: string, program: string, run: (lines: string) => Promise<unknown>][] = [
  [
    "Node",
    "node",
    (lines) =>
      sh(process.execPath, ["--input-type=module", "-e", `const runJob = async () => {};\n${lines}`]),
  ],
  ["Python", "python3", (lines) => sh("python3", ["-c", `run_job = lambda: None\n${lines}`])],
  ["Ruby", "ruby", (lines) => sh("ruby", ["-e", `def run_job; end\n${lines}`])],
  ["PHP", "php", (lines) => sh("php", ["-r", `function run_job() {}\n${lines.replace("<?php", "")}`])],
  ["Go", "go", (lines) => runGo(`${lines}\n\nfunc runJob() {}\n`)],
];

async function runGo(text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-go-"));
  writeFileSync(path.join(folder, "main.go"), text);
  await sh("go", ["run", "main.go"], { cwd: folder }).finally(() => rmSync(folder, { recursive: true }));
}

describe.each(withJob)("the snippet for %s", (name, program, run) => {
  test.skipIf(lacks(program))("runs unchanged", { timeout: 120_000 }, async () => {
    const paths = await requestedBy((url) => run(textOf(name, url)));

    expect(paths).toEqual(["/c0ffee1234abcd56"]);
  });
});

test.each([
  ["30 7 * * 1-5\n0 20 * * 6", "30 7 * * 1-5"],
  ["Mon..Fri 07:30", "0 3 * * 1"],
  [null, "0 3 * * 1"],
])("the crontab of a weekly snitch with the schedule %s has %s", (schedule, times) => {
  expect(crontabTimes({ ...calendarTerms("weekly"), schedule })).toBe(times);
});
