import { accessSync, constants } from "node:fs";
import path from "node:path";
import { makeFolder } from "./make-folder.mjs";

/** What an invalid value causes. A disk that is full or read-only is not one: it may be neither a minute later. */
const WRONG = ["EACCES", "ENOENT", "ENOTDIR", "EPERM"];

/** One line if this process could never write the folder that a variable names, which is made if it is missing. Null if it can. */
export function explainUnwritable(variable: string, name: string): string | null {
  const folder = path.resolve(name);
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return WRONG.includes(code)
      ? `${variable}: ${folder} cannot be written (${code}). Set it to one that this process can write to.`
      : null;
  }
}

type Settings = { BACKUPS: boolean; BACKUP_DIR?: string; BACKUP_S3_URL?: string; PAGES_DIR?: string };

/** A line for each folder of a worker that it cannot write. */
export function listUnwritable({ BACKUPS, BACKUP_DIR, BACKUP_S3_URL, PAGES_DIR }: Settings): string[] {
  const folders = { BACKUP_DIR: BACKUPS && !BACKUP_S3_URL && BACKUP_DIR, PAGES_DIR };
  return Object.entries(folders).flatMap(([name, folder]) =>
    folder ? (explainUnwritable(name, folder) ?? []) : [],
  );
}
