import { readFileSync } from "node:fs";
import path from "node:path";
import { takeLock } from "@/scripts/lock.mjs";
import { readSettings, type SettingsOptions } from "../config";
import { CliError, EXIT } from "../exit";
import { printJson, printLines } from "../print";
import { applyPlan } from "./apply";
import { parseCrontab } from "./crontab";
import type { CrontabFile } from "./crontab-files";
import { describeApplied, describePlan, describeUndone, presentPlan } from "./describe";
import { readKnown } from "./known";
import { type Machine, readMachine } from "./machine";
import { type Places, placesOf } from "./places";
import { buildPlan } from "./plan";
import { repair } from "./repair";
import { findProgram } from "./tattle-shell";
import { undo } from "./undo";

export type DiscoverOptions = SettingsOptions & {
  apply?: boolean;
  crontab?: string;
  json?: boolean;
  allTimers?: boolean;
  forget?: boolean;
};

const INDENT = 2;

/** Shows what of this machine would be watched, or does it. Returns the exit status. */
export async function discover(options: DiscoverOptions): Promise<number> {
  const { crontab, apply = false, json = false, allTimers = false, forget = false } = options;
  if (crontab !== undefined && apply)
    throw new CliError("--crontab only shows a plan: leave out --apply.", EXIT.usage);
  const machine = readMachine();
  const places = placesOf(machine);
  const plan = () =>
    buildPlan(crontab === undefined ? machine : withAnyUser(machine), {
      known: readKnown(places.state).jobs,
      places,
      allTimers,
      now: new Date(),
      ...(crontab !== undefined && { crontabs: [readCrontab(machine, crontab)] }),
    });
  if (!apply) {
    if (json) printJson(presentPlan(plan()), INDENT);
    else printLines(...describePlan(plan()));
    return EXIT.ok;
  }
  return underLock(places, async () => {
    const repaired = repair(machine, places);
    if (!json && repaired.length > 0) printLines(...describeUndone(repaired));
    const settings = readSettings(options);
    const planned = plan();
    const applied = await applyPlan(planned, { settings, places, program: findProgram(), forgets: forget });
    const { checkInUrls, ...rest } = applied;
    if (json) printJson({ ...rest, remarks: planned.remarks, repaired }, INDENT);
    else printLines(...describeApplied(applied, planned, settings.url));
    return applied.failed.length + applied.refused.length > 0 ? EXIT.failed : EXIT.ok;
  });
}

/** Takes back what `discover --apply` did. Returns the exit status. */
export async function undoAll(): Promise<number> {
  const machine = readMachine();
  const places = placesOf(machine);
  return underLock(places, async () => {
    const undone = undo(machine, places);
    printLines(...describeUndone(undone));
    return undone.some(({ message }) => message !== null) ? EXIT.failed : EXIT.ok;
  });
}

async function underLock(places: Places, run: () => Promise<number>): Promise<number> {
  const lock = takeLock(path.join(places.state, "discover.lock"));
  if (!lock)
    throw new CliError("Another `tattle discover` or `tattle undo` is at work. Wait until it has ended.");
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/** A file from anywhere. Whether its lines have a user is seen from the lines. */
function readCrontab(machine: Machine, file: string): CrontabFile {
  let bytes: Buffer;
  try {
    bytes = file === "-" ? readFileSync(0) : readFileSync(file);
  } catch (error) {
    throw new CliError(`${file} could not be read: ${(error as Error).message}`);
  }
  const place = file === "-" ? "standard input" : path.resolve(file);
  const isOfSystem = /^\/etc\/(crontab$|cron\.d\/)/.test(place) || hasUsers(machine, bytes.toString("utf8"));
  return {
    file: place,
    owner: isOfSystem ? null : machine.user.name,
    bytes,
    isOwnedByProgram: false,
    problem: null,
  };
}

function hasUsers(machine: Machine, text: string): boolean {
  const users = new Set([...machine.accounts.keys(), "root", "www-data", "postgres", "mysql", "nobody"]);
  const { jobs, skipped } = parseCrontab(text, {
    kind: machine.cron ?? "debian",
    owner: null,
    hasUser: (name) => users.has(name),
  });
  return jobs.length > 0 && !skipped.some(({ because }) => because === "wrong");
}

/** A crontab from another machine has users of that one. */
const withAnyUser = (machine: Machine): Machine => ({
  ...machine,
  accounts: Object.assign(new Map(machine.accounts), {
    has: (name: string) => /^[A-Za-z_][\w.-]*$/.test(name),
  }),
});
