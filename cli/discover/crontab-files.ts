import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isOnlyRoots, temporaryFolder } from "../owners";
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
    const read = readRegular(path.join(root, file), 0);
    if (!read || (file !== "/etc/crontab" && path.basename(file).startsWith("."))) return [];
    const problem = findNameProblem(file) ?? (isOnlyRoots(file, root) ? null : NOT_ROOTS);
    return [{ file, owner: null, bytes: read.bytes, isOwnedByProgram: false, problem }];
  });
}

const NOT_ROOTS = "This file is not watched, because users other than root can change it.";

const findNameProblem = (file: string): string | null =>
  isRunPartsName(path.basename(file))
    ? null
    : "cron ignores this file because of its name: only letters, digits, - and _ are allowed.";

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
    const account = accounts.get(owner);
    const read = account ? readRegular(path.join(root, file), constants.O_NOFOLLOW) : null;
    if (!account || !read) return [];
    const problem = findOwnerProblem(read.stats, [account.uid, statSync(root).uid]);
    // bcron keeps what it has read, and learns of a change only from its own program.
    return [{ file, owner, bytes: read.bytes, isOwnedByProgram: kind === "bcron", problem }];
  });
}

/** Debian’s cron asks the same. */
function findOwnerProblem({ uid, nlink }: Stats, owners: number[]): string | null {
  if (nlink !== 1) return "This file is not watched, because it has another hard link.";
  return owners.includes(uid) ? null : "This file is not watched, because it belongs to another user.";
}

/** Named as root sees it: anyone who looks at a job, it is the same job. */
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
  const folder = mkdtempSync(path.join(temporaryFolder(), "tattle-crontab-"));
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

/** A thousand times a usual crontab. */
const MAX_BYTES = 1_048_576;

/** The bytes of a file and what it is. Null if it is not a regular file that can be read, or too large for a crontab. */
function readRegular(file: string, flags: number): { bytes: Buffer; stats: Stats } | null {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | flags);
    try {
      const stats = fstatSync(descriptor);
      return stats.isFile() && stats.size <= MAX_BYTES ? { bytes: readFileSync(descriptor), stats } : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}
