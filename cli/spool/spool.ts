import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { formatCount } from "@/lib/rules/format-count";
import { folderOfWatchedJobs, openStateFolder } from "../state";
import type { Report, SpooledReport } from "./report";

const MAX_FILES = 10_000;
const MAX_BYTES = 100_000_000;
/** The server takes outputs of a megabyte at most. */
const MAX_REPORT_BYTES = 2_000_000;
/** More than a report has without what its job printed. */
const MAX_HEAD_BYTES = 65_536;
/** What a report takes alongside its output, at most in the count. */
const HEAD_BYTES = 1_000;
const NO_OUTPUT = Buffer.alloc(0);

/** `<milliseconds>-<rid>-<signal>.<pid>-<start time>.<bytes of output>.report` */
const NAME = /^\d{15}-[\w.:-]+\.(?<pid>\d+)-(?<started>\w*)\.(?<bytes>\d+)\.report$/;

export const openSpool = () => openStateFolder("spool");

/** The spools of this user: the own one, and that of the jobs that root has watched. */
export function listSpools(): string[] {
  const watched = folderOfWatchedJobs();
  const spools = [openSpool(), ...(watched === null ? [] : [path.join(watched, "spool")])];
  return [...new Set(spools)].filter((folder) => existsSync(folder));
}

/**
 * Stores a report: written alongside, synced, renamed. Returns its file. Throws if the disk does not take it. Without `isSynced`, it outlives us,
 * but not the machine.
 */
export function spool(report: Report, output: Buffer = NO_OUTPUT, isSynced = true): string {
  const folder = openSpool();
  const { rid = "none" } = report.parameters;
  const owner = `${process.pid}-${processStartTime(process.pid) ?? ""}`;
  const at = String(Math.max(0, Math.round(report.at.wallMs))).padStart(15, "0");
  const name = `${at}-${rid}-${report.signal}.${owner}.${output.length}.report`;
  write(folder, name, report, output, isSynced);
  return path.join(folder, name);
}

function write(folder: string, name: string, report: Report, output: Buffer, isSynced = true): void {
  const draft = path.join(folder, `.${name}`);
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, Buffer.concat([Buffer.from(`${JSON.stringify(report)}\n`), output]));
    if (isSynced) fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path.join(folder, name));
  if (isSynced) syncFolder(folder);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The files of the spool, oldest first. */
export const listSpool = (folder = openSpool()): string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => path.join(folder, name));

/** Whether the process that wrote the report still runs: then it sends it itself. Without /proc, that is known of this one only. */
export function hasLiveOwner(file: string): boolean {
  const { pid = "", started = "" } = NAME.exec(path.basename(file))?.groups ?? {};
  if (started === "") return Number(pid) === process.pid;
  return processStartTime(Number(pid)) === started;
}

/** Null if it no longer exists, because another process has delivered it, or if no one can read it. */
export function readSpooled(file: string): SpooledReport | null {
  try {
    return parse(file, readOwn(file));
  } catch {
    return null;
  }
}

/** The same without what the job printed, which may be large. */
export function readReport(file: string): Report | null {
  try {
    return parse(file, readOwn(file, MAX_HEAD_BYTES)).report;
  } catch {
    return null;
  }
}

function parse(file: string, bytes: Buffer): SpooledReport {
  const end = bytes.indexOf("\n");
  return { file, report: JSON.parse(bytes.toString("utf8", 0, end)), output: bytes.subarray(end + 1) };
}

/** The first bytes of a file. A link, a pipe, or a file that belongs to someone else or is larger than any report isn't ours. */
function readOwn(file: string, maxBytes = MAX_REPORT_BYTES): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (
      !stats.isFile() ||
      ![undefined, stats.uid].includes(process.geteuid?.()) ||
      stats.size > MAX_REPORT_BYTES
    )
      throw new Error(`${file} isn't a report from Tattle.`);
    if (stats.size <= maxBytes) return readFileSync(descriptor);
    const head = Buffer.alloc(maxBytes);
    return head.subarray(0, readSync(descriptor, head));
  } finally {
    closeSync(descriptor);
  }
}

export function removeSpooled(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Another process has delivered it.
  }
}

const bytesOf = (file: string) => Number(NAME.exec(path.basename(file))?.groups?.bytes ?? 0);

/** Makes room: outputs go first, then the oldest reports. Returns one line that says what was removed; null if nothing was. */
export function makeRoom(folder = openSpool(), maxFiles = MAX_FILES, maxBytes = MAX_BYTES): string | null {
  const files = listSpool(folder);
  let bytes = files.reduce((sum, file) => sum + bytesOf(file) + HEAD_BYTES, 0);
  let outputs = 0;
  for (const file of files) {
    if (bytes <= maxBytes) break;
    if (bytesOf(file) === 0 || !dropOutput(file)) continue;
    bytes -= bytesOf(file);
    outputs++;
  }
  const oldest = listSpool(folder).slice(0, Math.max(0, files.length - maxFiles));
  for (const file of oldest) removeSpooled(file);
  if (outputs + oldest.length === 0) return null;
  return `The spool ${folder} is full. Removed the oldest: ${formatCount(outputs, "output")}, ${formatCount(oldest.length, "report")}.`;
}

function dropOutput(file: string): boolean {
  const spooled = readSpooled(file);
  if (!spooled) return false;
  const { report } = spooled;
  const parameters = { m: "The output was deleted, because the spool was full.", ...report.parameters };
  const name = path.basename(file).replace(/\.\d+\.report$/, ".0.report");
  write(path.dirname(file), name, { ...report, parameters }, NO_OUTPUT);
  removeSpooled(file);
  return true;
}
