import { existsSync, rmSync } from "node:fs";
import { isFlushLine } from "./flush-line";
import { type Machine, type Places, readText } from "./machine";
import { MARK, writeOwn } from "./own-file";
import { readSaved, type SavedFile, type Undone } from "./saved-files";
import { shellPath } from "./shell-line";
import { guardCrontab } from "./tattle-shell";
import { findCrontabsWith, isScript, undoFile } from "./undo-file";

/**
 * Version 0.2.0 wrote the shell that any crontab named into a crontab of root's, and named scripts so that two shells could have one. This
 * takes its lines and scripts back, so that `discover` finds the crontabs as they were, and writes the crontab of root's again.
 */
export function repair(machine: Machine, places: Places): Undone[] {
  const repaired = repairGuard(machine, places);
  const saved = readSaved(places.state);
  const scripts = listScripts(machine, places).map(({ script }) => script);
  const isOldLine = (line: string) =>
    line.startsWith("SHELL=") && !scripts.includes(line.slice("SHELL=".length));
  for (const each of saved.filter(({ lines }) => lines.some(isOldLine)))
    repaired.push(undoFile(places.state, each));
  const isOldScript = (each: SavedFile) =>
    isScript(each) && each.file.startsWith(`${places.shell}-`) && !scripts.includes(each.file);
  for (const each of saved.filter(isOldScript))
    if (findCrontabsWith([each.file], machine, places).length === 0)
      repaired.push(undoFile(places.state, each));
  return repaired;
}

/** Writes the crontab of root's again, if it is not what this version would write. */
export function repairGuard(machine: Machine, places: Places): Undone[] {
  if (!isGuardOld(machine, places)) return [];
  const shells = listScripts(machine, places).filter(({ script }) => existsSync(script));
  if (shells.length === 0) rmSync(places.guard);
  else writeOwn(places.state, places.guard, guardCrontab(shells, null), 0o644);
  return [{ file: places.guard, message: OLD_GUARD }];
}

/** What a person should know about a crontab of root's that version 0.2.0 wrote. */
export const OLD_GUARD =
  "Version 0.2.0 wrote it, and root ran whatever a user’s crontab named as its shell. SECURITY.md says what to look for.";

/** Whether the crontab of root's has anything that this version would not write. */
export function isGuardOld(machine: Machine, places: Places): boolean {
  const text = readText(places.guard);
  if (!text?.includes(MARK)) return false;
  const ours = new Set(guardCrontab(listScripts(machine, places), null).split("\n"));
  return !text.split("\n").every((line) => ours.has(line) || isFlushLine(line));
}

/** The scripts that this version writes, or could. */
export const listScripts = ({ shells }: Machine, places: Places) =>
  [...shells].map((shell) => ({ shell, script: shellPath(places.shell, shell) }));
