import { existsSync, mkdirSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder and those above it. Node's own, with `recursive`, never returns where the system refuses new ones as missing, as below
 * /proc.
 * @type {(folder: string, mode?: number) => void}
 */
export function makeFolder(folder, mode) {
  const parent = path.dirname(folder);
  if (existsSync(folder)) return;
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process has just made it.
    if (error.code !== "EEXIST") throw error;
  }
}

/** @type {(folder: string, mode?: number) => Promise<void>} The same, while the process goes on: the disk may not respond. */
export async function makeFolderAsync(folder, mode) {
  const parent = path.dirname(folder);
  const exists = await access(folder).then(
    () => true,
    () => false,
  );
  if (exists) return;
  if (parent !== folder) await makeFolderAsync(parent, mode);
  await mkdir(folder, { mode }).catch((thrown) => {
    if (thrown.code !== "EEXIST") throw thrown;
  });
}
