import { readlinkSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../lib/platform/make-folder.mjs";
import { processStartTime } from "../lib/platform/process-start-time.mjs";
import { UserError } from "../lib/platform/user-error.mjs";

/** The process that holds the lock, with its note. Null if the lock is free, or its holder was killed. */
export function findHolder(file) {
  try {
    const holder = JSON.parse(readlinkSync(file));
    return holder.startTime !== null && processStartTime(holder.pid) === holder.startTime ? holder : null;
  } catch {
    return null;
  }
}

/** A lock is a symbolic link to nowhere: unlike a file, it appears together with its content. */
function writeLock(file, note) {
  symlinkSync(JSON.stringify({ pid: process.pid, startTime: processStartTime(process.pid), ...note }), file);
}

/** What a folder of another user responds with. */
const FOREIGN = ["EACCES", "EPERM"];

/** Takes the lock, with a note for processes that find it taken. Returns null if another live process holds it. */
export function takeLock(file, note = {}) {
  const draft = `${file}.${process.pid}`;
  for (;;) {
    try {
      makeFolder(path.dirname(file));
      writeLock(file, note);
      const update = (newNote) => {
        writeLock(draft, newNote);
        renameSync(draft, file);
      };
      return { update, release: () => ignoring("ENOENT", () => unlinkSync(file)) };
    } catch (error) {
      if (FOREIGN.includes(error.code))
        throw new UserError(
          `${path.dirname(path.resolve(file))} cannot be written (${error.code}). Run this as its owner, or in a folder that you own.`,
        );
      if (error.code !== "EEXIST") throw error;
      if (findHolder(file)) return null;
      ignoring("ENOENT", () => removeStale(file, draft));
    }
  }
}

/**
 * Moves a stale lock to `aside`, and deletes it. If another process has replaced it meanwhile, what was moved is a live lock: it is
 * put back, unless a third process has taken the lock.
 */
function removeStale(file, aside) {
  renameSync(file, aside);
  if (findHolder(aside)) ignoring("EEXIST", () => symlinkSync(readlinkSync(aside), file));
  unlinkSync(aside);
}

function ignoring(code, work) {
  try {
    work();
  } catch (error) {
    if (error.code !== code) throw error;
  }
}

/** Runs the work while holding the lock. Waits while another process holds it. */
export async function withLock(file, work) {
  for (let hasLogged = false; ; hasLogged = true) {
    const lock = takeLock(file);
    try {
      if (lock) return await work();
    } finally {
      lock?.release();
    }
    if (!hasLogged)
      console.log(`Waiting for process ${findHolder(file)?.pid ?? "?"}, which has locked ${file}…`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
