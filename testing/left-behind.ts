import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SHARED } from "@/lib/platform/embedded-postgres/files";
import { listProcesses, withDescendants } from "./processes";

/** How long processes may take to end that were told to. */
const END_MS = 10_000;
const LOOK_MS = 100;

/**
 * Gives the programs that this process starts a folder for temporary files, by which their processes are known, too. The returned
 * function lists what they have left behind, and deletes that folder: processes by their commands, and folders.
 */
export function watchLeftBehind(endMs = END_MS): () => Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-test-"));
  // Some programs run as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return async () => {
    let processes = listLeftProcesses(folder);
    for (let waitedMs = 0; processes.length > 0 && waitedMs < endMs; waitedMs += LOOK_MS) {
      await sleep(LOOK_MS);
      processes = listLeftProcesses(folder);
    }
    // Other programs, such as browsers, keep what they like there.
    const folders = readdirSync(folder).filter((name) => name.startsWith("tattle-"));
    const data = listShared(folder);
    for (const name of [folder, ...data]) rmSync(name, { recursive: true, force: true });
    return [...processes, ...folders, ...data];
  };
}

/** The data of a Postgres whose user could not enter the folder below this one that has the link to it. */
function listShared(folder: string): string[] {
  const names = existsSync(SHARED) ? readdirSync(SHARED).map((name) => path.join(SHARED, name)) : [];
  return names.filter((name) => {
    const owner = path.join(name, "owner");
    return existsSync(owner) && readFileSync(owner, "utf8").startsWith(`${folder}/`);
  });
}

/** The commands of processes with this folder in their environment that are not below this one, and so do not end with it. */
function listLeftProcesses(folder: string): string[] {
  const all = listProcesses();
  const ours = withDescendants(process.pid, all).map(({ pid }) => pid);
  return all
    .filter(({ pid }) => !ours.includes(pid) && readEnvironment(pid).includes(`TMPDIR=${folder}`))
    .map(({ pid, command }) => `${command} (process ${pid})`);
}

function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    // It has just ended, or is someone else's.
    return [];
  }
}
