import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { takeLock } from "@/scripts/lock.mjs";
import { readSettings, type SettingsOptions } from "../config";
import { type EndOptions, endSnitches } from "../end-snitches";
import { CliError, EXIT } from "../exit";
import { printJson, printLines } from "../print";
import { applyPlan } from "./apply";
import { withoutNeedlessCertificates } from "./certificates";
import { parseCrontab } from "./crontab";
import type { CrontabFile } from "./crontab-files";
import { describeApplied, describeKeysLeft, describePlan, describeUndone, presentPlan } from "./describe";
import { secretOfUser } from "./identity";
import { forgetKnown, listTokens, readKnown } from "./known";
import { type Machine, type Places, placesOf, readMachine } from "./machine";
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
  const plan = (slugSecret: string | null) =>
    buildPlan(crontab === undefined ? machine : withAnyUser(machine), {
      known: readKnown(places.state).jobs,
      slugSecretOf: (user) => slugSecret && secretOfUser(slugSecret, user),
      places,
      allTimers,
      now: new Date(),
      ...(crontab !== undefined && { crontabs: [readCrontab(machine, crontab)] }),
    });
  if (!apply) {
    const planned = plan(readKnown(places.state).slugSecret);
    if (json) printJson(presentPlan(planned), INDENT);
    else printLines(...describePlan(planned));
    return EXIT.ok;
  }
  return underLock(places, async () => {
    const repaired = repair(machine, places);
    if (!json && repaired.length > 0) printLines(...describeUndone(repaired));
    const settings = readSettings(options);
    const { slugSecret: storedSecret, jobs } = readKnown(places.state);
    const slugSecret = storedSecret ?? randomBytes(32).toString("hex");
    // The runs of versions before 0.3.2 have made snitches without a secret, of lines that are not known yet.
    const planned = plan(storedSecret ?? (jobs.length > 0 ? null : slugSecret));
    const applied = await applyPlan(planned, {
      settings,
      places,
      program: await withoutNeedlessCertificates(findProgram(), settings.url),
      forgets: forget,
      slugSecret,
    });
    const { checkInUrls, tokens, ...rest } = applied;
    if (json) printJson({ ...rest, remarks: planned.remarks, repaired }, INDENT);
    else printLines(...describeApplied(applied, planned, settings.url));
    return applied.failed.length + applied.refused.length > 0 ? EXIT.failed : EXIT.ok;
  });
}

/** Takes back what `discover --apply` did. Returns the exit status. */
export async function undoAll(options: SettingsOptions & EndOptions): Promise<number> {
  const machine = readMachine();
  const places = placesOf(machine);
  return underLock(places, async () => {
    const file = readKnown(places.state);
    // First, so that a key that may not do it leaves everything as it is.
    const sentences = await endSnitches(listTokens(file), options, {
      settings: () => readSettings(options),
      command: "tattle undo",
    });
    const undone = undo(machine, places);
    if (options.remove) forgetKnown(places.state);
    printLines(...describeUndone(undone), ...sentences, ...describeKeysLeft(file, options));
    return undone.some(({ message }) => message !== null) ? EXIT.failed : EXIT.ok;
  });
}

async function underLock(places: Places, run: () => Promise<number>): Promise<number> {
  const lock = takeLock(path.join(places.state, "discover.lock"));
  if (!lock) throw new CliError("Another `tattle discover` or `tattle undo` is running. Wait until it ends.");
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
