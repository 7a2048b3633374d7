import { isUtf8 } from "node:buffer";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isExecutable } from "../executable";
import { isBoolean, isObject } from "../parse-response";
import { readStateFile, writeStateFile } from "../state-file";
import type { Job } from "./job";

const [SETPRIV, PRLIMIT] = ["/usr/bin/setpriv", "/usr/bin/prlimit"];

/**
 * The command that runs a job as our caller would have, with what Node.js alone cannot do. Each of these programs does one thing and
 * becomes the next one by `execvp`, so that the job is our child:
 *
 * 1. `setpriv` has the job get SIGTERM if we are killed, where it can.
 * 2. `prlimit` gives the job the limit of open files back, which Node.js has raised.
 * 3. A shell passes arguments that are not UTF-8. It only decodes them.
 *
 * A command that cannot be found is left alone: the error must name it.
 */
export function throughLaunchers(job: Job): string[] {
  const raw = readRawArguments(job);
  const file = findExecutable(job);
  const command = raw ?? [file ?? job.file, ...job.args];
  if (!raw && !file) return command;
  const files = readChangedFileLimit();
  return [
    ...(canEndWithParent() ? [SETPRIV, "--pdeathsig", "TERM", "--"] : []),
    ...(files && isExecutable(PRLIMIT) ? [PRLIMIT, `--nofile=${files}:`, "--"] : []),
    ...command,
  ];
}

/**
 * The file as `execvp` takes it; null if there is none. It is looked for by name, so that the job sees the name that it was called by,
 * unless a folder of PATH is a link in a circle: there `execvp` gives up, where a shell goes on.
 */
function findExecutable({ file, env = process.env }: Job): string | null {
  if (file.includes("/")) return isExecutable(file) ? file : null;
  const folders = (env.PATH ?? "/usr/bin:/bin").split(":");
  const program = folders.map((folder) => path.join(folder || ".", file)).find(isExecutable);
  if (!program) return null;
  return folders.some(isCircle) ? path.resolve(program) : file;
}

function isCircle(folder: string): boolean {
  try {
    statSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ELOOP";
  }
}

/** Whether this `setpriv` knows the option, which that of busybox and old ones do not: asked once, and again after an update. */
function canEndWithParent(): boolean {
  if (!isExecutable(SETPRIV)) return false;
  const name = `${SETPRIV} ${statSync(SETPRIV).mtimeMs}`;
  const cached = readStateFile("programs", name, isObject({ works: isBoolean }));
  if (cached) return cached.works;
  const works =
    spawnSync(SETPRIV, ["--pdeathsig", "TERM", "--", "/bin/true"], { stdio: "ignore" }).status === 0;
  writeStateFile("programs", name, { works });
  return works;
}

/** The limit of our parent, if it is another one than ours. Null where there is none to read. */
function readChangedFileLimit(): string | null {
  const [own, parents] = [readFileLimit("self"), readFileLimit(String(process.ppid))];
  return parents !== null && parents !== own ? parents : null;
}

function readFileLimit(pid: string): string | null {
  try {
    return /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The command as a script that writes its bytes down, if Node.js could not read them. Null if it could. */
function readRawArguments({ args }: Job): string[] | null {
  if (!args.some((arg) => arg.includes("\ufffd"))) return null;
  const command = splitCommand(readProcess("cmdline")).slice(-(args.length + 1));
  if (command.every((word) => isUtf8(word))) return null;
  const text = command.map((word) =>
    [...word, "x".charCodeAt(0)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`),
  );
  const reads = text.map((bytes, i) => `a${i}=$(printf '${bytes.join("")}')`);
  return ["/bin/sh", "-c", `${reads.join("\n")}\nexec ${text.map((_, i) => `"\${a${i}%x}"`).join(" ")}`];
}

/** Whether a variable is not an UTF-8, so that Node.js would change it. */
export const hasRawEnvironment = () => !isUtf8(readProcess("environ"));

function readProcess(file: "cmdline" | "environ"): Buffer {
  try {
    return readFileSync(`/proc/self/${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The words of a command line, each of which ends in a zero. */
const splitCommand = (line: Buffer) =>
  line
    .toString("latin1")
    .split("\0")
    .slice(0, -1)
    .map((word) => Buffer.from(word, "latin1"));
