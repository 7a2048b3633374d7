import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";
import { isExecutable } from "../executable";
import { isOnlyRoots } from "../owners";
import { stateFolder } from "../state";
import type { CronKind } from "./cron-kind";
import { DEFAULT_SHELL } from "./crontab";

export type Account = { name: string; uid: number; gid: number; home: string };

/** What discovering needs to know of a machine. `root`: `/`, or a folder that represents it in tests. */
export type Machine = {
  root: string;
  /** What tells it from every other machine. */
  id: string;
  hostName: string;
  timezone: string;
  /** Null if no cron is installed. */
  cron: CronKind | null;
  /** What a crontab may name as its shell. */
  shells: ReadonlySet<string>;
  accounts: Map<string, Account>;
  /** Who asks. Only root sees the crontabs of others. */
  user: Account;
};

export const isRoot = ({ user }: Machine) => user.uid === 0;

export function readMachine(root = "/"): Machine {
  const at = (file: string) => path.join(root, file);
  const hostName = os.hostname();
  const { username, uid, gid, homedir } = os.userInfo();
  return {
    root,
    id: readText(at("etc/machine-id"))?.trim() || hostName,
    hostName: hostName.split(".", 1)[0] ?? hostName,
    timezone: readZone(at),
    cron: findCron(at),
    shells: readShells(readText(at("etc/shells")) ?? "", root),
    accounts: readAccounts(readText(at("etc/passwd")) ?? ""),
    user: { name: username, uid, gid, home: homedir },
  };
}

/** Null if it cannot be read. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

type Locate = (file: string) => string;

function readZone(at: Locate): string {
  const [, linked] = /zoneinfo\/(?:posix\/)?(.+)$/.exec(readLink(at("etc/localtime")) ?? "") ?? [];
  const zone = linked ?? readText(at("etc/timezone"))?.trim() ?? "";
  return (
    currentTimezone(zone === "Etc/UTC" ? "UTC" : zone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  );
}

function readLink(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

function findCron(at: Locate): CronKind | null {
  const has = (...files: string[]) => files.some((file) => existsSync(at(file)));
  if (has("usr/sbin/bcron-sched", "usr/bin/bcron-sched")) return "bcron";
  if (has("usr/sbin/cron")) return "debian";
  const crond = ["usr/sbin/crond", "usr/bin/crond", "sbin/crond"].map(at).find((file) => existsSync(file));
  if (!crond) return has("usr/lib/systemd-cron", "usr/sbin/fcron") ? "other" : null;
  if (path.basename(realpathSync(crond)) === "busybox") return "busybox";
  return readFileSync(crond).includes("CRON_TZ") ? "cronie" : "other";
}

function readAccounts(passwd: string): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const line of passwd.split("\n")) {
    const [name, , uid, gid, , home] = line.split(":");
    if (name && uid && gid && home !== undefined)
      accounts.set(name, { name, uid: Number(uid), gid: Number(gid), home });
  }
  return accounts;
}

/** The characters of a path that mean nothing to a shell, to cron or to the name of a file. */
const PLAIN_PATH = /^(\/[A-Za-z0-9_+][A-Za-z0-9._+-]*)+$/;

/**
 * The shells that a crontab may name: those of /etc/shells that only root can change, and /bin/sh. Any other name is the word of the person who
 * wrote the crontab, and root runs what `discover --apply` writes. `text`: the content of /etc/shells.
 */
function readShells(text: string, root: string): ReadonlySet<string> {
  const isShell = (shell: string) =>
    PLAIN_PATH.test(shell) && isOnlyRoots(shell, root) && isExecutable(path.join(root, shell));
  return new Set([DEFAULT_SHELL, ...text.split("\n").filter(isShell)]);
}

/** Where the files are that `discover --apply` writes. */
export type Places = {
  /** The script that cron runs in place of /bin/sh; those of other shells stand next to it. */
  shell: string;
  /** The script that jobs find in place of `run-parts`. */
  runParts: string;
  /** What is known about jobs, copies of files, the lock. */
  state: string;
  dropInOf(service: string): string;
  /** The crontab with the line that puts `tattle-shell` back if it was removed. */
  guard: string;
};

export function placesOf(machine: Machine): Places {
  const base = isRoot(machine) ? "/usr/local" : path.join(os.homedir(), ".local");
  return {
    shell: path.join(base, "bin", "tattle-shell"),
    runParts: path.join(base, "lib", "tattle", "run-parts"),
    state: stateFolder(),
    dropInOf: (service) => `/etc/systemd/system/${service}.d/50-tattle.conf`,
    guard: "/etc/cron.d/tattle",
  };
}
