import { rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { reloadSystemd } from "./apply";
import type { Machine } from "./machine";
import type { Places } from "./places";
import { repairGuard } from "./repair";
import { readSaved, type Undone } from "./saved-files";
import { findCrontabsWith, isScript, undoFile } from "./undo-file";

/** Takes back what `discover --apply` did: the lines first, and what they need only when no crontab needs it any more. Call it under the lock. */
export function undo(machine: Machine, places: Places): Undone[] {
  const repaired = repairGuard(machine, places);
  const saved = readSaved(places.state);
  const undone = [
    ...repaired,
    ...saved.filter((each) => !isScript(each)).map((each) => undoFile(places.state, each)),
  ];
  const users = findCrontabsWith([places.shell, path.dirname(places.runParts)], machine, places);
  if (users.length === 0) undone.push(...saved.filter(isScript).map((each) => undoFile(places.state, each)));
  else
    undone.push({
      file: places.shell,
      message: `${users.join(" and ")} still needs it: it was left. Take the line out, then run this again.`,
    });
  if (saved.some(({ file }) => file.endsWith(".conf"))) reloadSystemd(machine);
  if (readSaved(places.state).length === 0)
    for (const name of ["jobs", "copies", "known.json"])
      rmSync(path.join(places.state, name), { recursive: true, force: true });
  // The spools of users stay: a job that runs still stores its end there.
  removeEmptyFolders([
    ...saved
      .filter(({ file }) => file.endsWith(".service.d/50-tattle.conf"))
      .map(({ file }) => path.dirname(file)),
    path.dirname(places.runParts),
  ]);
  return undone;
}

function removeEmptyFolders(folders: string[]): void {
  for (const folder of folders)
    try {
      rmdirSync(folder);
    } catch {
      // It is not empty, or none.
    }
}
