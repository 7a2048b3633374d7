import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { readWithProgram, writeWithProgram } from "./crontab-files";

/**
 * A file that was changed or made. `copy`: where its bytes from before are, or null if it did not exist. `after`: the digest of what was
 * written. `lines`: what was added. `user`: whose crontab it is, if the program `crontab` has it; else null.
 */
export type SavedFile = {
  file: string;
  program: { user: string | null } | null;
  copy: string | null;
  mode: number;
  uid: number;
  gid: number;
  atimeMs: number;
  mtimeMs: number;
  after: string;
  lines: string[];
};

const STATE = "applied.json";

export function readSaved(state: string): SavedFile[] {
  try {
    return JSON.parse(readFileSync(path.join(state, STATE), "utf8")).files;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

export function writeSaved(state: string, files: SavedFile[]): void {
  const file = path.join(state, STATE);
  if (files.length === 0) {
    rmSync(file, { force: true });
    return;
  }
  makeFolder(state, 0o700);
  writeFileSync(`${file}.new`, `${JSON.stringify({ files }, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type Change = {
  file: string;
  program: SavedFile["program"];
  before: Buffer | null;
  after: Buffer;
  lines: string[];
  mode?: number;
};

/** Copies a file, then writes it. The record of it is on the disk before the file changes. */
export function changeFile(
  state: string,
  { file, program, before, after, lines, mode = 0o644 }: Change,
): void {
  const saved = readSaved(state);
  const earlier = saved.find((each) => each.file === file);
  const place = program || !existsSync(file) ? file : realpathSync(file);
  const stats = program || before === null ? null : statSync(place);
  const record: SavedFile = {
    file: place,
    program,
    copy: before === null ? null : saveCopy(state, before),
    mode: stats ? stats.mode & 0o7777 : mode,
    uid: stats?.uid ?? process.getuid?.() ?? 0,
    gid: stats?.gid ?? process.getgid?.() ?? 0,
    atimeMs: stats?.atimeMs ?? 0,
    mtimeMs: stats?.mtimeMs ?? 0,
    after: digest(after),
    lines,
  };
  // A second time: what was before the first one is what `undo` gives back, unless people changed the file in between.
  const isOurs = earlier && before && earlier.after === digest(before);
  const merged = isOurs
    ? { ...record, ...pick(earlier), lines: [...earlier.lines, ...lines] }
    : { ...record, lines: [...(earlier?.lines ?? []), ...lines] };
  writeSaved(state, [...saved.filter((each) => each !== earlier), merged]);
  if (program) writeWithProgram(program.user, after);
  else replaceFile(place, after, record);
}

const pick = ({ copy, mode, uid, gid, atimeMs, mtimeMs }: SavedFile) => ({
  copy,
  mode,
  uid,
  gid,
  atimeMs,
  mtimeMs,
});

/** Named for its content, so that a copy is never overwritten. */
function saveCopy(state: string, bytes: Buffer): string {
  const folder = path.join(state, "copies");
  makeFolder(folder, 0o700);
  const copy = path.join(folder, digest(bytes));
  writeFileSync(copy, bytes, { mode: 0o600, flush: true });
  return copy;
}

type Owned = Pick<SavedFile, "mode" | "uid" | "gid">;

/** cron never sees half of a file. */
function replaceFile(file: string, bytes: Buffer, { mode, uid, gid }: Owned): void {
  makeFolder(path.dirname(file));
  // A name with a dot, which cron and run-parts ignore.
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.tattle-new`);
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(descriptor, bytes, { flush: true });
    if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

/** What became of a file. `message`: what the person should know. */
export type Undone = { file: string; message: string | null };

/**
 * Gives a file back its bytes, mode, owner and time. If someone has changed it since, only our own lines are taken out of it.
 */
export function restoreFile(
  saved: SavedFile,
  removeLines: (bytes: Buffer, lines: string[]) => Buffer,
): Undone {
  const { file, copy, program, lines } = saved;
  // The guard has put the shell in the place of a script that no longer existed.
  if (copy === null && isLink(file)) {
    rmSync(file);
    return { file, message: null };
  }
  const current = readCurrent(saved);
  if (current === null) return { file, message: "The file no longer exists." };
  const isOurs = digest(current) === saved.after;
  if (copy === null) {
    if (!isOurs)
      return { file, message: "It has changed since, so it was left as it is. Remove it yourself." };
    rmSync(file);
    return { file, message: null };
  }
  const bytes = isOurs ? readFileSync(copy) : removeLines(current, lines);
  if (program) writeWithProgram(program.user, bytes);
  else if (isOurs) restoreWhole(saved, bytes);
  else replaceFile(file, bytes, statSync(file));
  if (isOurs) return { file, message: null };
  return { file, message: "It has changed since, so only Tattle's line was removed." };
}

const isLink = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function restoreWhole(saved: SavedFile, bytes: Buffer): void {
  replaceFile(saved.file, bytes, saved);
  utimesSync(saved.file, saved.atimeMs / 1_000, saved.mtimeMs / 1_000);
}

function readCurrent({ file, program }: SavedFile): Buffer | null {
  if (program) return readWithProgram(program.user);
  try {
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch {
    return null;
  }
}
