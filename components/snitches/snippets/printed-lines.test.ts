import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import getPort, { portNumbers } from "get-port";
import { beforeAll, expect, test } from "vitest";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { lacks } from "@/testing/languages";
import { runSnippetsFor } from "./run-snippets";
import { snippetTimes } from "./snippet-times";
import { CURL, snippetsFor } from "./snippets";

/** How long Tattle is unavailable when the job checks in. */
const AWAY_MS = 5_000;

const sh = promisify(execFile);
const shell = (text: string) => sh("bash", ["-c", text]);
const inFolder = async (name: string, text: string, [program, ...args]: [string, ...string[]]) => {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-line-"));
  writeFileSync(path.join(folder, name), text);
  await sh(program, args, { cwd: folder }).finally(() => rmSync(folder, { recursive: true }));
};
const quoted = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = ""]) => part);

/** How a person uses the lines of each name, with a job that does nothing, and the program that this needs. */
const WAYS: Record<string, { needs: string; run: (text: string) => Promise<unknown> }> = {
  Crontab: { needs: "curl", run: (text) => shell(text.replace(/^(\S+ ){5}/, "")) },
  curl: { needs: "curl", run: shell },
  Shell: { needs: "curl", run: shell },
  systemd: { needs: "curl", run: (text) => shell(quoted(text, /-c '(.*)'/g).join("\n")) },
  Kubernetes: { needs: "curl", run: (text) => shell(quoted(text, /args: \['(.*)'\]/g).join("\n")) },
  "GitHub Actions": {
    needs: "curl",
    run: (text) =>
      shell(
        quoted(text, /^ {8}run: (.*)$/gm)
          .join("\n")
          .replace(/\$\{\{.*\}\}/, "0"),
      ),
  },
  Ruby: { needs: "ruby", run: (text) => sh("ruby", ["-e", `def run_job; end\n${text}`]) },
  Python: { needs: "python3", run: (text) => sh("python3", ["-c", `def run_job(): pass\n${text}`]) },
  Node: {
    needs: "node",
    run: (text) =>
      sh(process.execPath, ["--input-type=module", "-e", `const runJob = async () => {};\n${text}`]),
  },
  Go: {
    needs: "go",
    run: (text) =>
      inFolder(
        "main.go",
        `${text}\n\nfunc runJob() ${text.includes("err := runJob()") ? "error { return nil }" : "{}"}\n`,
        ["go", "run", "main.go"],
      ),
  },
  PHP: {
    needs: "php",
    run: (text) => sh("php", ["-r", `function run_job() {}\n${text.replace("<?php", "")}`]),
  },
  PowerShell: {
    needs: "pwsh",
    run: (text) => sh("pwsh", ["-NoProfile", "-Command", text.replace("& C:\\path\\to\\job.ps1", "")]),
  },
};

const times = snippetTimes(calendarTerms("daily"));
/** All lines, and how many requests each makes: those for runs make two, but the commands of curl stand alone. */
const lines = (url: string) => [
  ...snippetsFor(url, times).flatMap(({ name, lines }) =>
    lines.map(({ text }) => ({ name, text, requests: 1 })),
  ),
  ...runSnippetsFor(url, times).flatMap(({ name, lines }) =>
    lines.map(({ text }) => ({ name, text, requests: name === "curl" ? 1 : 2 })),
  ),
];
/** A timer calls the unit that checks in. */
const checksIn = ({ text }: { text: string }) => !text.startsWith("[Timer]");

/** Runs a line while nothing listens at its URL, and returns the paths that were requested of the server that starts later. */
async function requestedLater(position: number): Promise<string[]> {
  // None that the system gives to others while nothing listens there.
  const port = await getPort({ port: portNumbers(21_000, 29_000) });
  const url = `http://127.0.0.1:${port}/c0ffee1234abcd56`;
  const { name, text } = lines(url).filter(checksIn)[position] ?? { name: "", text: "" };
  const withJob = text.replaceAll("/path/to/job", "true").replaceAll("job.log", "/dev/null");
  const ended = WAYS[name]?.run(withJob);
  await sleep(AWAY_MS);
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push((request.url ?? "").replace("/c0ffee1234abcd56", ""));
    request.resume().on("end", () => response.end("Got it, thanks!\n"));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await ended?.finally(() => server.close());
  return paths;
}

const all = lines("https://in.example").filter(checksIn);
const requested = new Map<number, string[]>();

// All at once, because each waits for seconds.
beforeAll(async () => {
  const runnable = [...all.keys()].filter((position) => !lacks(WAYS[all[position]?.name ?? ""]?.needs ?? ""));
  await Promise.all(
    runnable.map(async (position) => requested.set(position, await requestedLater(position))),
  );
});

test("there is a way to run each line", () => {
  expect(all.map(({ name }) => name).filter((name) => !(name in WAYS))).toEqual([]);
  expect(requested.size).toBeGreaterThan(4);
});

test.for([...all].map(({ name, requests }, position) => ({ name, requests, position })))(
  "line $position, for $name, waits for a Tattle that is away for five seconds",
  ({ position, requests }, { skip }) => {
    const paths = requested.get(position);
    if (!paths) skip();
    expect(paths).toHaveLength(requests);
  },
);

test("documents recommend no line for a job that gives up while Tattle restarts", () => {
  const documents = ["README.md", ...["docs", "app/docs"].flatMap(listMarkdown)];
  const recommended = documents.flatMap(
    (file) =>
      readFileSync(file, "utf8")
        .match(/.*(?:--retry|&& curl -|; curl -).*/g)
        ?.map((line) => ({ file, line })) ?? [],
  );
  expect(recommended.length).toBeGreaterThan(3);
  expect(recommended.filter(({ line }) => !line.includes("--retry-connrefused"))).toEqual([]);
  expect(CURL).toContain("--retry-connrefused");
});

const listMarkdown = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions"))
    .map((name) => path.join(folder, name));
