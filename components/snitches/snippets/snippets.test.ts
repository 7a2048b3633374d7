import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { lacks } from "@/testing/languages";
import { snippetTimes } from "./snippet-times";
import { snippetsFor } from "./snippets";

const daily = snippetTimes(calendarTerms("daily"));
const hourly = snippetTimes(calendarTerms("hourly"));

test("every snippet uses the complete URL", () => {
  const url = "https://in.example.com/c0ffee1234abcd56";
  const lines = snippetsFor(url, daily).flatMap((snippet) => snippet.lines);

  expect(lines.length).toBeGreaterThan(7);
  const withoutUrl = lines.filter(({ text }) => !text.includes(url)).map(({ text }) => text);
  expect(withoutUrl).toEqual([expect.stringContaining("[Timer]\nOnCalendar=*-*-* 03:00 UTC\n")]);
});

test("there is a snippet for every environment", () => {
  const names = snippetsFor("https://in.example.com/c0ffee1234abcd56", daily).map(({ name }) => name);

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

const readLine = (name: string, url: string) =>
  snippetsFor(url, hourly).find((snippet) => snippet.name === name)?.lines[0]?.text ?? "";

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
    sh("bash", ["-c", readLine("Shell", url).replace("tattle /path/to/job", "tattle false; tattle true")]),
  );

  expect(paths).toEqual(["/c0ffee1234abcd56?s=1", "/c0ffee1234abcd56?s=0"]);
});

testWithCurl("the crontab line runs as it stands", async () => {
  const paths = await requestedBy((url) =>
    sh("sh", ["-c", readLine("Crontab", url).replace("0 * * * * /path/to/job", "true")]),
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
  test.skipIf(lacks(program))("runs unchanged", async () => {
    const paths = await requestedBy((url) => run(readLine(name, url)));

    expect(paths).toEqual(["/c0ffee1234abcd56"]);
  });
});

const formatLines = (name: string, terms: Partial<ScheduleTerms>) =>
  snippetsFor("https://in.example.com/c0ffee", snippetTimes({ ...calendarTerms("daily"), ...terms }))
    .find((snippet) => snippet.name === name)
    ?.lines.map(({ text, note }) => `${note}\n${text}`)
    .join("\n") ?? "";

const inRiga = { schedule: "30 7 * * 1-5\n0 20 * * 6", timezone: "Europe/Riga" };

test("a crontab has the lines and the zone of the schedule, and says who ignores the zone", () => {
  const lines = formatLines("Crontab", inRiga);

  expect(lines).toContain("CRON_TZ=Europe/Riga\n30 7 * * 1-5 /path/to/job && curl");
  expect(lines).toContain("\n0 20 * * 6 /path/to/job && curl");
  expect(lines).toContain("Debian and Ubuntu ignore CRON_TZ");
  expect(formatLines("Crontab", { schedule: "30 7 * * 1-5" })).not.toContain("CRON_TZ");
});

test("a CronJob has the first line and the zone of the schedule, and says that each line needs one", () => {
  const lines = formatLines("Kubernetes", inRiga);

  expect(lines).toContain('schedule: "30 7 * * 1-5"\n  timeZone: Europe/Riga\n');
  expect(lines).toContain("make a CronJob for each");
  expect(formatLines("Kubernetes", { schedule: "@daily" })).toContain(
    'schedule: "@daily"\n  timeZone: Etc/UTC\n',
  );
});

test("a timer has the schedule as systemd writes it, and what it cannot write as an example", () => {
  expect(formatLines("systemd", inRiga)).toContain(
    "[Timer]\nOnCalendar=Mon..Fri *-*-* 07:30 Europe/Riga\nOnCalendar=Sat *-*-* 20:00 Europe/Riga\nPersistent=true\n",
  );
  expect(formatLines("systemd", { schedule: "every 45 minutes" })).toContain(
    "[Timer]\nOnBootSec=1min\nOnUnitActiveSec=45min\n\n[Install]",
  );
  expect(formatLines("systemd", { schedule: "0 3 * * 5L" })).toContain("these times are examples");
});

test("a workflow has every line, and says that its times are in UTC", () => {
  const lines = formatLines("GitHub Actions", inRiga);

  expect(lines).toContain('    - cron: "30 7 * * 1-5"\n    - cron: "0 20 * * 6"\n\njobs:');
  expect(lines).toContain("convert those of Europe/Riga");
});
