import { accessSync, constants, existsSync } from "node:fs";
import { isFlushedEachMinute } from "./discover/flush-line";
import { flushUsers } from "./discover/flush-users";
import { placesOf, readMachine, readText } from "./discover/machine";
import { isGuardOld, OLD_GUARD } from "./discover/repair";
import { listPrograms } from "./discover/tattle-shell";
import { countWaiting } from "./spool/flush";
import { listSpools, openSpool } from "./spool/spool";
import { folderOfWatchedJobs, stateFolder } from "./state";

/** What waits in the spools of this user, and, for root, in those of the jobs of others. */
export async function describeSpools(): Promise<string> {
  accessSync(openSpool(), constants.W_OK);
  const machine = readMachine();
  const isFlushed = isFlushedEachMinute(machine, placesOf(machine));
  const watched = folderOfWatchedJobs();
  const own = listSpools().map((folder) => ({
    whose: folder,
    waiting: countWaiting(folder),
    isFlushed: isFlushed && (machine.user.uid === 0 || (watched !== null && folder.startsWith(watched))),
  }));
  const users = (await flushUsers(stateFolder(), true)).map(({ user, counts }) => ({
    whose: `the jobs of ${user}`,
    waiting: counts?.waiting ?? null,
    isFlushed,
  }));
  const lines = [...own, ...users]
    .filter(({ waiting }) => waiting !== 0)
    .map(
      (each) => `${each.whose}: ${each.waiting ?? "unknown number"} waiting, ${howTheyLeave(each.isFlushed)}`,
    );
  return lines.join("; ") || `${own.map(({ whose }) => whose).join(", ")}: empty`;
}

const howTheyLeave = (isFlushed: boolean) =>
  isFlushed ? "delivered every minute" : "delivered with the next run or by `tattle flush`";

/** Anyone may read it. */
export function describeGuard(): string {
  const machine = readMachine();
  const places = placesOf(machine);
  if (isGuardOld(machine, places))
    throw new Error(
      `${places.guard}: ${OLD_GUARD} Run \`sudo tattle discover --apply\` or \`sudo tattle undo\`.`,
    );
  return existsSync(places.guard) ? `${places.guard} is up to date` : "none from Tattle";
}

/** Whether what `tattle-shell` starts is still there: without it, jobs run and are not reported. */
export function describeShell(): string {
  const { shell } = placesOf(readMachine());
  const text = readText(shell);
  if (text === null) return "none";
  const missing = listPrograms(text).filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new Error(
      `${shell} needs ${missing.join(" and ")}, which is missing: jobs run but are not reported. Restore it, or run \`tattle discover --apply\` again.`,
    );
  return `${shell} is complete`;
}
