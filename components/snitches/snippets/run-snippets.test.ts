import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { lacks } from "@/testing/languages";
import { runSnippetsFor } from "./run-snippets";
import { snippetTimes } from "./snippet-times";

const hourly = snippetTimes(calendarTerms("hourly"));

const readLine = (name: string, url: string, line = 0) =>
  runSnippetsFor(url, hourly).find((snippet) => snippet.name === name)?.lines[line]?.text ?? "";

const sh = promisify(execFile);

type Outcome = {
  requests: { signal: string; rid: string | null; body: string }[];
  exitStatus: number;
  printed: string;
};

/** Runs a snippet as a person would paste it: what it requested, its exit status and what it printed. */
async function runSnippet(run: (url: string) => Promise<{ stdout: string }>): Promise<Outcome> {
  const requests: Outcome["requests"] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const signal =
      pathname.replace("/c0ffee1234abcd56", "") +
      (searchParams.has("s") ? `?s=${searchParams.get("s")}` : "");
    requests.push({ signal, rid: searchParams.get("rid"), body: await text(request) });
    response.end("Got it, thanks!\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ended = await run(`http://127.0.0.1:${port}/c0ffee1234abcd56`)
    .then(({ stdout }) => ({ exitStatus: 0, printed: stdout }))
    .catch(({ code, stdout }) => ({ exitStatus: code as number, printed: stdout as string }))
    .finally(() => server.close());
  return { requests, ...ended };
}

const JOB = "sh -c 'echo 42 rows; echo oh >&2; exit 3'";
const testWithCurl = test.skipIf(lacks("curl"));

testWithCurl.each([0, 1])(
  "line %i for a crontab reports the start and the exit status, and keeps it",
  async (line) => {
    const { requests, exitStatus } = await runSnippet((url) =>
      sh("sh", ["-c", readLine("Crontab", url, line).replace("0 * * * * ", "").replace("/path/to/job", JOB)]),
    );
    expect(requests).toEqual([
      { signal: "/start", rid: null, body: "" },
      { signal: "/3", rid: null, body: line === 0 ? "" : "42 rows\noh\n" },
    ]);
    expect(exitStatus).toBe(3);
  },
);

testWithCurl("the line for curl sends the output with the exit status", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-curl-"));
  const { requests } = await runSnippet((url) =>
    sh("sh", ["-c", readLine("curl", url, 1).replace("/path/to/job", JOB)], { cwd: folder }),
  );
  rmSync(folder, { recursive: true });
  expect(requests).toEqual([{ signal: "/3", rid: null, body: "42 rows\noh\n" }]);
});

test.skipIf(lacks("curl") || lacks("bash"))(
  "the shell function keeps the output and the exit status, and names the run",
  async () => {
    const { requests, exitStatus, printed } = await runSnippet((url) =>
      sh("bash", ["-c", readLine("Shell", url).replace("tattle /path/to/job", `tattle ${JOB}`)]),
    );
    expect(requests.map(({ signal, body }) => [signal, body])).toEqual([
      ["/start", ""],
      ["/3", "42 rows\noh\n"],
    ]);
    expect(requests[0]?.rid).toMatch(/^\d+-\d+$/);
    expect(requests[1]?.rid).toBe(requests[0]?.rid);
    expect([printed, exitStatus]).toEqual(["42 rows\noh\n", 3]);
  },
);

testWithCurl("the commands of a systemd unit report the start and how the job ended", async () => {
  const { requests } = await runSnippet((url) => {
    const commands = [...readLine("systemd", url).matchAll(/-c '(.*)'/g)].map(([, command]) => command);
    const env = { ...process.env, INVOCATION_ID: "4f2a", EXIT_STATUS: "KILL" };
    return sh("sh", ["-c", commands.join("\n")], { env });
  });
  expect(requests).toEqual([
    { signal: "/start", rid: "4f2a", body: "" },
    { signal: "?s=KILL", rid: "4f2a", body: "" },
  ]);
});

type Language = [
  name: string,
  program: string,
  run: (lines: string) => Promise<{ stdout: string }>,
  jobs: { good: string; bad: string },
];

const LANGUAGES: Language[] = [
  [
    "Node",
    "node",
    (lines) => sh(process.execPath, ["--input-type=module", "-e", lines]),
    {
      good: "const runJob = async () => {};",
      bad: 'const runJob = async () => { throw new Error("disk full"); };',
    },
  ],
  [
    "Python",
    "python3",
    (lines) => sh("python3", ["-c", lines]),
    { good: "def run_job(): pass", bad: 'def run_job(): raise Exception("disk full")' },
  ],
  [
    "Ruby",
    "ruby",
    (lines) => sh("ruby", ["-e", lines]),
    { good: "def run_job; end", bad: 'def run_job; raise "disk full"; end' },
  ],
  [
    "PHP",
    "php",
    (lines) => sh("php", ["-r", lines.replace("<?php", "")]),
    { good: "function run_job() {}", bad: 'function run_job() { throw new Exception("disk full"); }' },
  ],
  [
    "Go",
    "go",
    runGo,
    { good: "func runJob() error { return nil }", bad: "func runJob() error { return os.ErrPermission }" },
  ],
];

async function runGo(lines: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-go-"));
  // Its imports have to come first.
  const [job = "", ...program] = lines.split("\n");
  writeFileSync(path.join(folder, "main.go"), [...program, job].join("\n"));
  return sh("go", ["run", "main.go"], { cwd: folder }).finally(() => rmSync(folder, { recursive: true }));
}

describe.each(LANGUAGES)("the snippet for %s", (name, program, run, { good, bad }) => {
  const listSignals = ({ requests }: Outcome) => requests.map(({ signal }) => signal);
  const testWithProgram = test.skipIf(lacks(program));

  testWithProgram("reports the start and the end of a run by its id", async () => {
    const outcome = await runSnippet((url) => run(`${good}\n${readLine(name, url)}`));

    expect(listSignals(outcome)).toEqual(["/start", "/success"]);
    expect(new Set(outcome.requests.map(({ rid }) => rid)).size).toBe(1);
    expect(outcome.requests[0]?.rid).toMatch(/^[\w.:-]{8,64}$/);
    expect(outcome.exitStatus).toBe(0);
  });

  testWithProgram("reports an error with its text, and still fails", async () => {
    const outcome = await runSnippet((url) => run(`${bad}\n${readLine(name, url)}`));

    expect(listSignals(outcome)).toEqual(["/start", "/fail"]);
    expect(outcome.requests[1]?.body).toMatch(/disk full|permission denied/);
    expect(outcome.exitStatus).not.toBe(0);
  });
});
