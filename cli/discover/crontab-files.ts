import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CRON_RULES, type CronKind } from "./cron-kind";
import { isRoot, type Machine } from "./machine";
import { isRunPartsName } from "./run-parts";

/**
 * A crontab. `owner`: whose it is, or null if each line has a user. `isOwnedByProgram`: it is read and written with `crontab`, because
 * its file is not ours to write. `problem`: why cron does not read it.
 */
export type CrontabFile = {
  file: string;
  owner: string | null;
  bytes: Buffer;
  isOwnedByProgram: boolean;
  problem: string | null;
};

/** The crontabs that this user may read and change. */
export function listCrontabFiles(machine: Machine): CrontabFile[] {
  const kind = machine.cron ?? "debian";
  if (!isRoot(machine)) return listOwnCrontab(machine);
  const system = CRON_RULES[kind].readsSystemCrontabs ? listSystemCrontabs(machine) : [];
  return [...system, ...listUserCrontabs(machine, kind)];
}

/** The crontabs in which the jobs of this user may be, as far as the user may read them. */
export const listReadableCrontabs = (machine: Machine): CrontabFile[] =>
  isRoot(machine) ? listCrontabFiles(machine) : [...listSystemCrontabs(machine), ...listOwnCrontab(machine)];

function listSystemCrontabs({ root }: Machine): CrontabFile[] {
  const files = ["/etc/crontab", ...listFolder(root, "/etc/cron.d")];
  return files.flatMap((file): CrontabFile[] => {
    const bytes = readBytes(path.join(root, file));
    if (!bytes || (file !== "/etc/crontab" && path.basename(file).startsWith("."))) return [];
    const problem = file === "/etc/crontab" ? null : findNameProblem(root, file);
    return [{ file, owner: null, bytes, isOwnedByProgram: false, problem }];
  });
}

function findNameProblem(root: string, file: string): string | null {
  if (!isRunPartsName(path.basename(file)))
    return "cron ignores this file because of its name: only letters, digits, - and _ are allowed.";
  const { mode } = statSync(path.join(root, file));
  return mode & 0o022 ? "cron ignores this file because others than its owner may change it." : null;
}

const SPOOLS: Record<CronKind, string> = {
  debian: "/var/spool/cron/crontabs",
  bcron: "/var/spool/cron/crontabs",
  busybox: "/var/spool/cron/crontabs",
  cronie: "/var/spool/cron",
  other: "/var/spool/cron/crontabs",
};

function listUserCrontabs(machine: Machine, kind: CronKind): CrontabFile[] {
  const { root, accounts } = machine;
  return listFolder(root, SPOOLS[kind]).flatMap((file): CrontabFile[] => {
    const owner = path.basename(file);
    const bytes = accounts.has(owner) ? readBytes(path.join(root, file)) : null;
    // bcron keeps what it has read, and learns of a change only from its own program.
    return bytes ? [{ file, owner, bytes, isOwnedByProgram: kind === "bcron", problem: null }] : [];
  });
}

/** Named as root sees it: whoever looks at a job, it is the same job. */
function listOwnCrontab({ user, cron }: Machine): CrontabFile[] {
  const file = path.posix.join(SPOOLS[cron ?? "debian"], user.name);
  const bytes = readWithProgram(null);
  return bytes ? [{ file, owner: user.name, bytes, isOwnedByProgram: true, problem: null }] : [];
}

/** A crontab as `crontab -l` prints it. Null if there is none. */
export function readWithProgram(user: string | null): Buffer | null {
  try {
    return execFileSync("crontab", [...(user ? ["-u", user] : []), "-l"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return null;
  }
}

/** From a file: bcron's program does not know `-`. */
export function writeWithProgram(user: string | null, bytes: Buffer): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-crontab-"));
  try {
    const file = path.join(folder, "crontab");
    writeFileSync(file, bytes);
    execFileSync("crontab", [...(user ? ["-u", user] : []), file], { stdio: ["ignore", "ignore", "pipe"] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function listFolder(root: string, folder: string): string[] {
  try {
    return readdirSync(path.join(root, folder))
      .sort()
      .map((name) => path.posix.join(folder, name));
  } catch {
    return [];
  }
}

/** Null if it is no file that can be read. */
function readBytes(file: string): Buffer | null {
  try {
    return statSync(file).isFile() ? readFileSync(file) : null;
  } catch {
    return null;
  }
}
