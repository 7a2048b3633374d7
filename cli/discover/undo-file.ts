import path from "node:path";
import { listCrontabFiles } from "./crontab-files";
import { ANACRONTAB } from "./find-anacron-jobs";
import { type Machine, type Places, readText } from "./machine";
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

/** The crontabs that contain one of these names. `owner`: the user whose crontab it is; null for root's. */
export function findCrontabsWith(
  names: string[],
  machine: Machine,
  { guard }: Places,
): { file: string; owner: string | null }[] {
  const anacrontab = readText(path.join(machine.root, ANACRONTAB)) ?? "";
  const crontabs = [
    ...listCrontabFiles(machine),
    { file: ANACRONTAB, owner: null, bytes: Buffer.from(anacrontab) },
  ];
  return crontabs
    .filter(({ file }) => path.join(machine.root, file) !== guard)
    .filter(({ bytes }) => names.some((name) => includesName(bytes, name)))
    .map(({ file, owner }) => ({ file, owner: owner === machine.user.name ? null : owner }));
}

/** Whether a text has this path, and not only one that begins or ends so. */
function includesName(bytes: Buffer, name: string): boolean {
  const text = bytes.toString("latin1");
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const neighbours = [text[at - 1] ?? "", text[at + name.length] ?? ""];
    if (!neighbours.some((each) => /[\w.+-]/.test(each))) return true;
  }
  return false;
}
