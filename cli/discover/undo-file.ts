import path from "node:path";
import { listCrontabFiles } from "./crontab-files";
import { ANACRONTAB } from "./find-anacron-jobs";
import { type Machine, readText } from "./machine";
import type { Places } from "./places";
import { readSaved, restoreFile, type SavedFile, type Undone, writeSaved } from "./saved-files";
import { removeLines } from "./shell-line";

/** Takes back what was done to one file. */
export function undoFile(state: string, saved: SavedFile): Undone {
  try {
    const undone = restoreFile(saved, removeLines);
    writeSaved(
      state,
      readSaved(state).filter(({ file }) => file !== saved.file),
    );
    return undone;
  } catch (error) {
    return { file: saved.file, message: `It could not be restored: ${(error as Error).message}` };
  }
}

/** Whether this is a file of our own, which crontabs need. */
export const isScript = ({ file, lines, copy }: SavedFile) =>
  copy === null && lines.length === 0 && !file.endsWith(".conf");

/** The crontabs that have one of these words in them, whoever put it there. */
export function findCrontabsWith(words: string[], machine: Machine, { guard }: Places): string[] {
  const anacrontab = readText(path.join(machine.root, ANACRONTAB)) ?? "";
  const crontabs = [...listCrontabFiles(machine), { file: ANACRONTAB, bytes: Buffer.from(anacrontab) }];
  return crontabs
    .filter(
      ({ bytes, file }) =>
        path.join(machine.root, file) !== guard && words.some((word) => bytes.includes(word)),
    )
    .map(({ file }) => file);
}
