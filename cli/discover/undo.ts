import { existsSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { reloadSystemd } from "./apply";
import type { Machine, Places } from "./machine";
import { listScripts, repairGuard } from "./repair";
import { readSaved, type SavedFile, type Undone } from "./saved-files";
import { findCrontabsWith, isScript, undoFile } from "./undo-file";

/** Takes back what `discover --apply` did: the lines first, and what they need only when no crontab needs it anymore. Call it under the lock. */
export function undo(machine: Machine, places: Places): Undone[] {
  const repaired = repairGuard(machine, places);
  const saved = readSaved(places.state);
  const undone = [
    ...repaired,
    ...saved.filter((each) => !isScript(each)).map((each) => undoFile(places.state, each)),
  ];
  const scripts = saved.filter(isScript);
  const names = [
    ...scripts.map(({ file }) => file),
    ...listScripts(machine, places).map(({ script }) => script),
  ];
  const naming = findCrontabsWith([...names, path.dirname(places.runParts)], machine, places);
  const ofRoot = naming.filter(({ owner }) => owner === null).map(({ file }) => file);
  if (ofRoot.length === 0) {
    undone.push(...scripts.map((each) => undoFile(places.state, each)));
    undone.push(...linkShells(machine, places, scripts));
  } else
    undone.push({
      file: places.shell,
      message: `${ofRoot.join(" and ")} still uses it, so it was kept. Remove the line, then run this again.`,
    });
  if (saved.some(({ file }) => file.endsWith(".conf"))) reloadSystemd(machine);
  if (readSaved(places.state).length === 0)
    // Known jobs stay: so do their snitches, and jobs that are watched again get theirs back.
    for (const name of ["jobs", "copies"])
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

/** What a user wrote into the own crontab keeps root from nothing: the jobs of that user find the shell itself in place of a script. */
const linkShells = (machine: Machine, places: Places, removed: SavedFile[]): Undone[] =>
  listScripts(machine, places).flatMap(({ shell, script }) => {
    const isGone = removed.some(({ file }) => file === script) && !existsSync(script);
    const named = isGone ? findCrontabsWith([script], machine, places) : [];
    if (named.length === 0) return [];
    symlinkSync(shell, script);
    const files = named.map(({ file }) => file).join(" and ");
    return [
      {
        file: script,
        message: `${files} names it: it is a link to ${shell} now. Remove it once no crontab names it.`,
      },
    ];
  });

function removeEmptyFolders(folders: string[]): void {
  for (const folder of folders)
    try {
      rmdirSync(folder);
    } catch {
      // It is not empty, or none.
    }
}
