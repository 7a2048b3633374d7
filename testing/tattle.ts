import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { inject } from "vitest";
import type { Report } from "@/cli/spool/report";
import { lacks } from "@/testing/languages";

/** A program that runs jobs: `tattle run`, or the shell variant with one of its shells. */
export type RunProgram = { name: string; command: string[]; flush: string[]; isMissing: boolean };

const compiled = (file: string) => path.resolve(inject("compiled"), "cli", file);
const inShell = (name: string, ...shell: string[]): RunProgram => {
  const command = [...shell, compiled("tattle-run.sh")];
  return { name, command, flush: [...command, "--flush"], isMissing: lacks(shell[0] ?? "") || lacks("curl") };
};

/** The compiled `tattle`, as it is downloaded. */
export const TATTLE = [process.execPath, compiled("tattle.mjs")];

/** What the contract of `run` holds for. */
export const RUN_PROGRAMS: RunProgram[] = [
  { name: "tattle run", command: [...TATTLE, "run"], flush: [...TATTLE, "flush"], isMissing: false },
  inShell("tattle-run with dash", "dash"),
  inShell("tattle-run with busybox", "busybox", "ash"),
];

export type Ended = { status: number | null; signal: NodeJS.Signals | null; stdout: Buffer; stderr: string };
type Start = { env?: Record<string, string>; input?: string | Buffer; stdio?: SpawnOptions["stdio"] };

/** Starts a command with a state folder of its own, unless one is given. */
export function startCommand(
  [file = "", ...args]: string[],
  { env = {}, input, stdio = "pipe" }: Start = {},
) {
  const settings = {
    TATTLE_URL: "",
    TATTLE_KEY: "",
    XDG_CONFIG_HOME: "/nowhere",
    TATTLE_SYSTEM_CONFIG: "/nowhere",
  };
  const child = spawn(file, args, { env: { ...process.env, ...settings, ...env }, stdio });
  child.stdin?.on("error", () => {}).end(input ?? "");
  return child;
}

/** How a command ended, and all that it printed. */
export async function untilEnded(child: ChildProcess): Promise<Ended> {
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => stream && buffer(stream)));
  const [status, signal] = await once(child, "exit");
  const [stdout, stderr] = await printed;
  return { status, signal, stdout: stdout ?? Buffer.alloc(0), stderr: String(stderr ?? "") };
}

/** The same of a command whose streams are files: those of Node.js are sockets, which a job cannot open by name. */
export async function runCommand(command: string[], start: Start = {}): Promise<Ended> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-streams-"));
  const files = ["stdout", "stderr"].map((name) => path.join(folder, name));
  const streams = files.map((file) => openSync(file, "a"));
  const { status, signal } = await untilEnded(
    startCommand(command, { ...start, stdio: ["pipe", ...streams] }),
  );
  for (const stream of streams) closeSync(stream);
  const [stdout = Buffer.alloc(0), stderr] = files.map((file) => readFileSync(file));
  rmSync(folder, { recursive: true });
  return { status, signal, stdout, stderr: String(stderr) };
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** What a person sees: all that a command writes to a terminal, whose lines end as they were written. */
export async function runOnTerminal(command: string[], env: Record<string, string>): Promise<string> {
  const line = `stty -onlcr -echo; ${command.map(quoted).join(" ")}`;
  const { stdout } = await runCommand(["script", "-qec", line, "/dev/null"], { env });
  return stdout.toString();
}

/** A folder for what the program keeps. */
export const aStateFolder = () => mkdtempSync(path.join(os.tmpdir(), "tattle-state-"));

/** The reports in the spool of either program. */
export const listWaiting = (state: string) =>
  ["spool", "spool-run"]
    .map((name) => path.join(state, name))
    .flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [],
    )
    .filter((file) => /\/\d[^/]*(\.report|-\w+)$/.test(file));

/** Makes a waiting report older: by the time since the machine started, and by its clock, which is wrong besides. */
export function rewindReport(file: string, ms: number, clockErrorMs: number): void {
  const text = readFileSync(file, "latin1");
  if (!text.startsWith("{")) {
    const [to, query, boot, uptime, clock, end] = text.split(" ");
    const seconds = (ms + clockErrorMs) / 1_000;
    const line = [to, query, boot, Number(uptime) - ms / 10, Number(clock) - seconds, end].join(" ");
    writeFileSync(file, line, "latin1");
    return;
  }
  const [head = "", ...output] = text.split("\n");
  const report: Report = JSON.parse(head);
  report.at.uptimeMs = (report.at.uptimeMs ?? 0) - ms;
  report.at.wallMs -= ms + clockErrorMs;
  writeFileSync(file, [JSON.stringify(report), ...output].join("\n"), "latin1");
}
