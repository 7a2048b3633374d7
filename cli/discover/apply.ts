import { execFileSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Settings } from "../config";
import { isOnlyRoots } from "../owners";
import { dropIn } from "./drop-in";
import { buildFlushLine, isFlushedEachMinute } from "./flush-line";
import { type KnownSnitch, readKnown } from "./known";
import { isRoot, type Machine, type Places } from "./machine";
import {
  findReportingKey,
  type MadeSnitches,
  makeSnitches,
  type RevokedKeys,
  revokeFormerKey,
} from "./make-snitches";
import { writeOwn } from "./own-file";
import type { Plan, PlannedFile, PlannedJob } from "./plan";
import { changeFile } from "./saved-files";
import { addLines, shellPath } from "./shell-line";
import { forgetFormer, storeJobs } from "./store-jobs";
import { guardCrontab, type Program, runPartsScript, shellScript } from "./tattle-shell";

/** What was done. `failed`: the files that could not be written, and why. */
export type Applied = MadeSnitches & {
  watched: number;
  /** Whether what cannot be delivered is delivered each minute. */
  flushes: boolean;
  changed: string[];
  failed: { file: string; reason: string }[];
  /** What became of the key that versions before 0.3.2 gave to all users; null if there was none. */
  keys: RevokedKeys | null;
};

type Options = {
  settings: Settings;
  places: Places;
  program: Program;
  forgets: boolean;
  /** What new slugs are made with from now on. */
  slugSecret: string;
};

/**
 * Makes a plan true: the snitches first, then what reports to them, and the lines of the crontabs last, so that a job never finds less
 * than it needs. Safe to repeat. Call it under the lock.
 */
export async function applyPlan(plan: Plan, options: Options): Promise<Applied> {
  const { settings, places, program } = options;
  const { machine } = plan;
  const jobs = plan.jobs.filter(({ isOn }) => isOn);
  const made = await makeSnitches(settings, jobs, machine.hostName);
  await storeApplied(plan, jobs, made, options);
  const watched = jobs.filter(({ slug }) => made.checkInUrls.has(slug));
  const result: Applied = {
    ...made,
    watched: watched.length,
    flushes: false,
    changed: [],
    failed: [],
    keys: null,
  };
  const attempt = (file: string, write: () => boolean) => {
    try {
      if (write()) result.changed.push(file);
    } catch (error) {
      result.failed.push({ file, reason: (error as Error).message });
    }
  };
  const foreign = isRoot(machine) ? findForeign(program) : null;
  if (foreign) {
    const reason =
      "users other than root can change it, and root’s jobs would use it. Install it for all users";
    result.failed.push({ file: foreign, reason });
    return result;
  }
  const closed = findClosed(program);
  const others = new Set(
    watched.filter(({ kind, user }) => kind === "cron" && user !== machine.user.name).map(({ user }) => user),
  );
  if (closed && others.size > 0) {
    const reason = `${[...others].join(" and ")} cannot run it, so their jobs would run without being reported. Install it for all users`;
    result.failed.push({ file: closed, reason });
    return result;
  }
  for (const { file, text, mode } of listOwnFiles(plan, places, program))
    attempt(file, () => writeOwn(places.state, file, text, mode));
  if (result.failed.length > 0) return result;
  result.flushes = isFlushedEachMinute(machine, places);
  for (const file of plan.files) attempt(file.file, () => changeCrontab(places.state, machine.root, file));
  for (const { command: service } of watched.filter(({ kind }) => kind === "timer")) {
    const file = places.dropInOf(service);
    attempt(file, () => writeOwn(places.state, file, dropIn(program, places.state), 0o644));
  }
  if (watched.some(({ kind }) => kind === "timer")) attempt("systemd", () => reloadSystemd(machine));
  const { former } = readKnown(places.state);
  if (former) {
    // No file contains it now, so revoking it loses no report.
    result.keys = await revokeFormerKey(settings, machine.hostName, former);
    if (settings.key !== former.key) forgetFormer(places.state);
  }
  return result;
}

/** New and changed jobs are written to their users' files; removed ones stay known, unless `--forget` is set. */
async function storeApplied(
  { machine, vanished }: Plan,
  jobs: PlannedJob[],
  made: MadeSnitches,
  { settings, places, forgets, slugSecret }: Options,
): Promise<void> {
  const before = readKnown(places.state);
  const snitches = jobs.map((job) => toKnown(job, made, before.jobs));
  // Versions before 0.3.2 had no secret, and wrote root's key into the files of all users.
  const wasShared = isRoot(machine) && before.slugSecret === null;
  const former = before.former ?? (wasShared && before.settings?.key ? before.settings : null);
  const isOwn = !wasShared && before.settings?.key !== former?.key;
  const isUsable = isOwn && before.settings?.url === settings.url && before.settings.key;
  const reporting = isUsable
    ? before.settings
    : await findReportingKey(settings, machine.hostName, machine.user.name);
  storeJobs(machine, places.state, {
    settings: reporting,
    slugSecret,
    jobs: forgets ? snitches : [...snitches, ...vanished],
    ...(former && { former }),
  });
}

/** A job with the snitch that was made, or that it had. */
export function toKnown(
  { host, user, file, command, schedule, timezone, grace, slug, name }: PlannedJob,
  { checkInUrls, tokens }: MadeSnitches,
  before: KnownSnitch[],
): KnownSnitch {
  const former = before.find((each) => each.slug === slug);
  const checkInUrl = checkInUrls.get(slug) ?? former?.checkInUrl ?? null;
  const token = tokens.get(slug) ?? former?.token;
  const snitch = { slug, name, checkInUrl, ...(token && { token }) };
  return { host, user, file, command, schedule, timezone, grace, ...snitch };
}

const WRITABLE_BY_ALL = 0o002;

/** The part of the program that others than root can change; null if there is none. */
const findForeign = ({ command, certificates }: Program): string | null =>
  listFiles([...command, certificates ?? ""]).find((part) => !isOnlyRoots(part, "/", WRITABLE_BY_ALL)) ??
  null;

const listFiles = (command: string[]) => command.filter((part) => path.isAbsolute(part) && existsSync(part));

const READ_BY_ALL = 0o004;
const ENTERED_BY_ALL = 0o001;

/** The part of the program that users other than its owner cannot reach; null if they can. */
function findClosed({ command }: Program): string | null {
  const parts = listFiles(command);
  const isOpen = (file: string): boolean =>
    (statSync(file).mode & (statSync(file).isDirectory() ? ENTERED_BY_ALL : READ_BY_ALL)) !== 0 &&
    (file === path.dirname(file) || isOpen(path.dirname(file)));
  return parts.find((part) => !isOpen(realpathSync(part))) ?? null;
}

type OwnFile = { file: string; text: string; mode: number };

/** What `--apply` writes whole, and where. It depends on nothing that a crontab says but on which of the allowed shells are named. */
export function listOwnFiles(
  { machine, files, jobs, toPaste }: Plan,
  places: Places,
  program: Program,
): OwnFile[] {
  const needed = files.flatMap(({ added }) => added.map(({ shell }) => shell));
  const shells = [...new Set(["/bin/sh", ...needed])].map((shell) => ({
    shell,
    script: shellPath(places.shell, shell),
  }));
  const isNeeded = needed.length > 0 || toPaste.length > 0 || jobs.some(({ kind }) => kind !== "timer");
  const scripts = [
    ...shells.map(({ shell, script }) => ({
      file: script,
      text: shellScript(shell, places, program),
      mode: 0o755,
    })),
    { file: places.runParts, text: runPartsScript(places, program), mode: 0o755 },
  ];
  const isWatching = isNeeded || jobs.some(({ isOn }) => isOn);
  const guard = guardCrontab(isNeeded ? shells : [], buildFlushLine(program, places.state));
  return [
    ...(isNeeded ? scripts : []),
    ...(isWatching && hasRootsCrontab(machine, places)
      ? [{ file: places.guard, text: guard, mode: 0o644 }]
      : []),
  ];
}

/** Whether root can have a crontab of its own for all of the machine. */
const hasRootsCrontab = (machine: Machine, { guard }: Places): boolean =>
  isRoot(machine) &&
  machine.cron !== "busybox" &&
  machine.cron !== null &&
  existsSync(path.join(machine.root, path.dirname(guard)));

function changeCrontab(
  state: string,
  root: string,
  { file, owner, isOwnedByProgram, bytes, added }: PlannedFile,
): boolean {
  const program = isOwnedByProgram ? { user: process.getuid?.() === 0 ? owner : null } : null;
  changeFile(state, {
    file: program ? file : path.join(root, file),
    program,
    before: bytes,
    after: addLines(bytes, added),
    lines: added.map(({ text }) => text),
  });
  return true;
}

/** Without a running systemd, there is nothing to reload. */
export function reloadSystemd({ root }: Machine): boolean {
  if (!existsSync(path.join(root, "run/systemd/system"))) return false;
  execFileSync("systemctl", ["daemon-reload"], { stdio: ["ignore", "ignore", "pipe"] });
  return true;
}
