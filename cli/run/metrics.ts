import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
  type Stats,
} from "node:fs";
import path from "node:path";
import { isOurs } from "../owners";

/** Numbers of a run, by their names in a report. */
export type Metrics = Record<string, string>;

/** More files are not counted. */
const MAX_FILES = 10_000;

/**
 * The size and age of a file, or of the newest one that a pattern such as `/backup/*.dump` matches, and how many there are. Files
 * are looked up and never opened. What cannot be found counts as missing: a folder that others may have replaced by a link, anything but
 * a file, and a link that leads out of its folder.
 */
export function measureFiles(file: string, nowMs: number): Metrics {
  const folder = path.dirname(path.resolve(file));
  let files: Stats[] = [];
  try {
    files = inFolder(folder, () => findFiles(path.basename(file), folder)) ?? [];
  } catch {
    // It is not there, or not for this user.
  }
  const [first, ...others] = files;
  if (!first) return { "metric.file_count": "0", "metric.file_bytes": "0" };
  const newest = others.reduce((one, other) => (other.mtimeMs > one.mtimeMs ? other : one), first);
  return {
    "metric.file_count": String(files.length),
    "metric.file_bytes": String(newest.size),
    "metric.file_age_seconds": String(Math.max(0, Math.round((nowMs - newest.mtimeMs) / 1_000))),
  };
}

/**
 * Works inside a folder, where no one can replace a part of the path anymore. Null if we are not where the path says, and someone else
 * decides about it: a link of theirs must not choose what we look at.
 */
function inFolder<Result>(folder: string, work: () => Result): Result | null {
  const before = process.cwd();
  try {
    process.chdir(folder);
    return process.cwd() === folder || isOurs(folder) ? work() : null;
  } finally {
    process.chdir(before);
  }
}

function findFiles(name: string, folder: string): Stats[] {
  if (!/[*?]/.test(name)) return [lookUp(name, folder)].flatMap((stats) => stats ?? []);
  const files: Stats[] = [];
  const entries = opendirSync(".", { bufferSize: 1_024 });
  try {
    for (let entry: Dirent | null; files.length < MAX_FILES && (entry = entries.readSync()); ) {
      if (!matchesPattern(name, entry.name)) continue;
      const stats = lstatSync(entry.name, { throwIfNoEntry: false });
      if (stats?.isFile()) files.push(stats);
    }
  } finally {
    entries.closeSync();
  }
  return files;
}

/** A link leads to another file of its folder, or nowhere. */
function lookUp(name: string, folder: string): Stats | null {
  const stats = lstatSync(name);
  if (!stats.isSymbolicLink()) return stats.isFile() ? stats : null;
  const target = path.resolve(folder, readlinkSync(name));
  const file = path.dirname(target) === folder ? lstatSync(path.basename(target)) : null;
  return file?.isFile() ? file : null;
}

/** Whether a name matches a pattern of a shell with `*` and `?`. It takes no longer for any of them. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  let [at, star, resume] = [0, -1, 0];
  for (let i = 0; i < name.length; ) {
    if (pattern[at] === "*") [star, resume, at] = [at, i, at + 1];
    else if (pattern[at] === "?" || pattern[at] === name[i]) [at, i] = [at + 1, i + 1];
    else if (star >= 0) [at, resume, i] = [star + 1, resume + 1, resume + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

const MAX_BYTES = 65_536;
const LINE = /^[ \t]*([\w.-]{1,64})[ \t]+(-?[\d.]+(?:e[+-]?\d+)?)[ \t\r]*$/gim;

/** The numbers that a job wrote into a file, one per line: “rows 812”. Throws if it is not a file of root or this user. */
export function readMetrics(file: string): Metrics {
  const folder = path.dirname(path.resolve(file));
  const text = inFolder(folder, () => readOwnFile(path.basename(file)));
  if (text === null) throw new Error("it is not a file of this user");
  return Object.fromEntries(
    [...text.matchAll(LINE)].slice(0, 10).map(([, name = "", value = ""]) => [`metric.${name}`, value]),
  );
}

function readOwnFile(name: string): string | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const descriptor = openSync(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || ![0, process.geteuid?.()].includes(stats.uid)) return null;
    const buffer = Buffer.alloc(MAX_BYTES);
    return buffer.toString("latin1", 0, readSync(descriptor, buffer));
  } finally {
    closeSync(descriptor);
  }
}
