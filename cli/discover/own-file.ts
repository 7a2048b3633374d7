import { existsSync, readFileSync } from "node:fs";
import { changeFile } from "./saved-files";

/** In everything that `discover --apply` writes whole. */
export const MARK = "Written by `tattle discover --apply`; `tattle undo` removes it.";

/** Writes a file that is wholly ours. Returns false if it is there already. `undo` gives back what was there before, but never our own. */
export function writeOwn(state: string, file: string, text: string, mode: number): boolean {
  const current = existsSync(file) ? readFileSync(file) : null;
  const after = Buffer.from(text);
  if (current?.equals(after)) return false;
  const before = current?.includes(MARK) ? null : current;
  changeFile(state, { file, program: null, before, after, lines: [], mode });
  return true;
}
