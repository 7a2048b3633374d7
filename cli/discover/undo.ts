import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { reloadSystemd } from "./apply";
import { listCrontabFiles } from "./crontab-files";
import { ANACRONTAB } from "./find-anacron-jobs";
import { type Machine, readText } from "./machine";
import type { Places } from "./places";
import { readSaved, restoreFile, type SavedFile, type Undone, writeSaved } from "./saved-files";
import { removeLines } from "./shell-line";

/** Takes back what `discover --apply` did: the lines first, and what they need only when no crontab needs it any more. Call it under the lock. */
export function undo(machine: Machine, places: Places): Undone[] {
  const saved = readSaved(places.state);
  const isScript = ({ file, lines, copy }: SavedFile) =>
    copy === null && lines.length === 0 && !file.endsWith(".conf");
  const undone = saved.filter((each) => !isScript(each)).map((each) => undoFile(places.state, each));
  const users = findUsers(machine, places);
  if (users.length === 0) undone.push(...saved.filter(isScript).map((each) => undoFile(places.state, each)));
  else
    undone.push({
      file: places.shell,
      message: `${users.join(" and ")} still needs it: it was left. Take the line out, then run this again.`,
    });
  if (saved.some(({ file }) => file.endsWith(".conf"))) {
    removeEmptyFolders(saved);
    reloadSystemd(machine);
  }
  if (readSaved(places.state).length === 0)
    for (const name of ["jobs", "copies"])
      rmSync(path.join(places.state, name), { recursive: true, force: true });
  return undone;
}

function undoFile(state: string, saved: SavedFile): Undone {
  try {
    const undone = restoreFile(saved, removeLines);
    writeSaved(
      state,
      readSaved(state).filter(({ file }) => file !== saved.file),
    );
    return undone;
  } catch (thrown) {
    return { file: saved.file, message: `It could not be restored: ${(thrown as Error).message}` };
  }
}

/** The crontabs that name our scripts, whoever put them there. */
function findUsers(machine: Machine, { shell, runParts }: Places): string[] {
  const anacrontab = readText(path.join(machine.root, ANACRONTAB)) ?? "";
  const crontabs = [...listCrontabFiles(machine), { file: ANACRONTAB, bytes: Buffer.from(anacrontab) }];
  return crontabs
    .filter(
      ({ bytes, file }) =>
        file !== "/etc/cron.d/tattle" && [shell, path.dirname(runParts)].some((name) => bytes.includes(name)),
    )
    .map(({ file }) => file);
}

function removeEmptyFolders(saved: SavedFile[]): void {
  for (const folder of saved
    .filter(({ file }) => file.endsWith(".service.d/50-tattle.conf"))
    .map(({ file }) => path.dirname(file)))
    if (existsSync(folder) && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
