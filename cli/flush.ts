import path from "node:path";
import { findSettings, type Settings, type SettingsOptions } from "./config";
import { adoptJobs } from "./discover/adopt-jobs";
import { type Counts, flushUsers } from "./discover/flush-users";
import { readSettings } from "./discover/known";
import { placesOf, readMachine } from "./discover/machine";
import { EXIT } from "./exit";
import { printJson, printLines, printWarning } from "./print";
import { countWaiting, type FlushResult, flushSpool } from "./spool/flush";
import { listSpools } from "./spool/spool";
import { findUserName, stateFolder } from "./state";

export type FlushOptions = SettingsOptions & { json?: boolean; dryRun?: boolean; state?: string };

/** Delivers what waits in the spools of this user, and, as root, in those of the jobs of other users. Returns the exit status. */
export async function flush(options: FlushOptions): Promise<number> {
  const { json = false, dryRun = false, state = stateFolder() } = options;
  // At once: a server that does not respond to the one holds up none of the others.
  const [own, users] = await Promise.all([
    flushOwn(options, dryRun),
    flushUsers(state, dryRun),
    ...(dryRun || process.getuid?.() !== 0 ? [] : [adopt(state)]),
  ]);
  const { delivered, refused, waiting, isBusy, reasons } = own;
  const counts = { delivered, refused, waiting, busy: isBusy };
  if (json) printJson({ ...counts, reasons, users });
  else {
    const all = [{ user: null, counts }, ...users];
    printLines(...all.flatMap((each) => describeCounts(each.user, each.counts) ?? []));
    for (const reason of reasons) printWarning(reason);
  }
  const isDone = [counts, ...users.map((each) => each.counts)].every(
    (each) => each !== null && (each.waiting === 0 || each.busy),
  );
  return isDone || dryRun ? EXIT.ok : EXIT.unreachable;
}

function adopt(state: string): Promise<void> {
  const machine = readMachine();
  return adoptJobs(machine, { ...placesOf(machine), state });
}

async function flushOwn(options: SettingsOptions, isCountedOnly: boolean): Promise<FlushResult> {
  const sum: FlushResult = { delivered: 0, refused: 0, waiting: 0, isBusy: false, reasons: [] };
  const own = findSettings(options) ?? readSettings(stateFolder(), findUserName() ?? "");
  for (const folder of listSpools()) {
    const settings = readSettingsOfSpool(folder) ?? own;
    if (isCountedOnly) {
      sum.waiting += countWaiting(folder);
      continue;
    }
    const result = await flushSpool(settings, { folder });
    sum.delivered += result.delivered;
    sum.refused += result.refused;
    sum.waiting += result.waiting;
    sum.isBusy ||= result.isBusy;
    sum.reasons.push(...result.reasons);
  }
  return sum;
}

/** Where the reports of jobs go that root has watched: their spool is in a folder of the user's name next to the file of the jobs. */
function readSettingsOfSpool(spool: string): Settings | null {
  const [user, users, state] = [
    path.dirname(spool),
    path.resolve(spool, "../.."),
    path.resolve(spool, "../../.."),
  ];
  return path.basename(users) === "users" ? readSettings(state, path.basename(user)) : null;
}

function describeCounts(user: string | null, counts: Counts | null): string | null {
  const whose = user === null ? "" : `${user}: `;
  if (!counts) return `${whose}it is unknown whether they were delivered; the next flush continues.`;
  const { delivered, refused, waiting, busy } = counts;
  if (delivered + refused + waiting === 0) return null;
  return `${whose}${delivered} delivered, ${refused} refused, ${waiting} waiting.${busy ? " Another process is delivering them." : ""}`;
}
