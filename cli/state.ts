import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const SYSTEM_FOLDER = "/var/lib/tattle";

/** Where the program keeps what must outlive it: reports that wait, what servers said, locks. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TATTLE_STATE_DIR) return path.resolve(env.TATTLE_STATE_DIR);
  if (process.geteuid?.() === 0) return SYSTEM_FOLDER;
  return path.join(env.XDG_STATE_HOME || path.join(os.homedir(), ".local", "state"), "tattle");
}

/** A folder below the state folder, which only its owner can read. */
export function openStateFolder(name: string): string {
  const folder = path.join(stateFolder(), name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
