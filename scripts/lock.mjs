import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { birthOf } from "../lib/platform/process-start-time.mjs";

const isAlive = ({ pid, birth }) => birth !== null && birthOf(pid) === birth;

/** Who holds the lock, or null when nobody alive does. */
export function holderOf(file) {
  try {
    const holder = JSON.parse(readFileSync(file, "utf8"));
    return isAlive(holder) ? holder : null;
  } catch {
    return null;
  }
}

/**
 * Takes the lock for this process, with a note for those who find it taken. Returns null when somebody alive holds it,
 * else ways to change the note and to give it back. A lock whose holder was killed counts as free.
 */
export function takeLock(file, note = {}) {
  const draft = `${file}.${process.pid}`;
  const write = (about) => {
    writeFileSync(draft, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid), ...about }), {
      mode: 0o600,
    });
  };
  mkdirSync(path.dirname(file), { recursive: true });
  write(note);
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, unlike a file that is written.
        linkSync(draft, file);
        return {
          update(about) {
            write(about);
            renameSync(draft, file);
          },
          release: () => rmSync(file, { force: true }),
        };
      } catch (thrown) {
        if (thrown.code !== "EEXIST") throw thrown;
        if (holderOf(file)) return null;
        putAside(file, `${draft}.stale`);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Of two that find the same stale lock, the slower must not remove what the faster has put in its place. */
function putAside(file, aside) {
  try {
    renameSync(file, aside);
    if (holderOf(aside)) linkSync(aside, file);
  } catch (thrown) {
    if (thrown.code !== "ENOENT" && thrown.code !== "EEXIST") throw thrown;
  }
  rmSync(aside, { force: true });
}

/** Runs the work while holding the lock, and waits for whoever holds it now. */
export async function withLock(file, work) {
  let said = false;
  for (;;) {
    const lock = takeLock(file);
    if (lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (!said) console.log(`Waiting for process ${holderOf(file)?.pid ?? "?"}, which is doing the same…`);
    said = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
