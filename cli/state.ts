import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { CliError } from "./exit";
import { isOnlyRoots, isOurs, isOwnFolder } from "./owners";

const SYSTEM_FOLDER = "/var/lib/tattle";
/** On a machine where the server of Tattle has the folder above: root believes nothing that another user may write. */
const FOLDER_NEXT_TO_SERVER = "/var/lib/tattle-jobs";
const STATE_IN_HOME = [".local", "state"];

/**
 * Where the program stores what must outlive it: reports that wait, what servers said, locks. A home that others decide about, as that of the
 * caller of `sudo`, or one that is not an absolute path, is none.
 */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TATTLE_STATE_DIR) return path.resolve(env.TATTLE_STATE_DIR);
  if (process.geteuid?.() === 0)
    return !existsSync(SYSTEM_FOLDER) || isOnlyRoots(SYSTEM_FOLDER) ? SYSTEM_FOLDER : FOLDER_NEXT_TO_SERVER;
  const { XDG_STATE_HOME = "", HOME = "" } = env;
  const folders = [XDG_STATE_HOME, HOME && path.join(HOME, ...STATE_IN_HOME)]
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, "tattle"));
  return (
    folders.find((folder) => isOurs(folder)) ?? path.join(os.userInfo().homedir, ...STATE_IN_HOME, "tattle")
  );
}

/** Null for a user without a passwd entry. */
export function findUserName(): string | null {
  try {
    return os.userInfo().username;
  } catch {
    return null;
  }
}

/** Where the reports of this user's jobs wait if root has them watched. Null if there is no such folder. */
export function folderOfWatchedJobs(): string | null {
  if (process.env.TATTLE_STATE_DIR || process.geteuid?.() === 0) return null;
  const name = findUserName();
  if (name === null) return null;
  const folders = [SYSTEM_FOLDER, FOLDER_NEXT_TO_SERVER].map((state) => path.join(state, "users", name));
  return folders.find((folder) => isOurs(folder) && isOwnFolder(folder)) ?? null;
}

/** A folder below the state folder, which only its owner can read. Throws if others decide about it. */
export function openStateFolder(name: string): string {
  const state = stateFolder();
  const folder = path.join(state, name);
  if (isOurs(folder)) makeFolder(folder, 0o700);
  if (!isOurs(folder) || ![state, folder].every(isOwnFolder))
    throw new CliError(`${folder} is not safe: it or a parent folder is a link or belongs to another user`);
  return folder;
}
