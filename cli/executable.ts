import { accessSync, constants, statSync } from "node:fs";

/** Whether this is a file that the caller may execute. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
