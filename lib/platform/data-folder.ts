import { accessSync, constants } from "node:fs";
import path from "node:path";
import { endProcess } from "./end-process";
import { env } from "./env";
import { makeFolder } from "./make-folder.mjs";

/** What a wrong value causes. A disk that is full or read-only is not one: check-ins go to Postgres meanwhile. */
const WRONG = ["EACCES", "ENOENT", "ENOTDIR", "EPERM"];

/** Ends this process with one line if its journal could never be written. */
export function requireDataFolder(): void {
  const folder = path.resolve(env.DATA_DIR);
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (WRONG.includes(code))
      endProcess(`DATA_DIR: ${folder} cannot be written (${code}). Set it to a folder of this process.`);
  }
}
