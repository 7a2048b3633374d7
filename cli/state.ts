import { existsSync, mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isOnlyRoots } from "./discover/only-roots";

const SYSTEM_FOLDER = "/var/lib/tattle";
/** On a machine where the server of Tattle has the folder above: root believes nothing that another user may write. */
const FOLDER_BESIDE_SERVER = "/var/lib/tattle-jobs";

/** Where the program keeps what must outlive it: reports that wait, what servers said, locks. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TATTLE_STATE_DIR) return path.resolve(env.TATTLE_STATE_DIR);
  if (process.geteuid?.() === 0)
    return !existsSync(SYSTEM_FOLDER) || isOnlyRoots(SYSTEM_FOLDER) ? SYSTEM_FOLDER : FOLDER_BESIDE_SERVER;
  return path.join(env.XDG_STATE_HOME || path.join(os.homedir(), ".local", "state"), "tattle");
}

/** A folder below the state folder, which only its owner can read. */
export function openStateFolder(name: string): string {
  const folder = path.join(stateFolder(), name);
  makeFolder(folder, 0o700);
  return folder;
}

/** Makes a folder and those above it. `mkdirSync` with `recursive` never returns if the system refuses, as below /proc (Node.js 20). */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    // Another process has just made it.
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
}
