import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { isExecutable } from "../executable";
import { CRON_RULES } from "./cron-kind";
import { type CronJob, findFileProblem, parseCrontab } from "./crontab";
import type { CrontabFile } from "./crontab-files";
import type { DiscoveredJob, Remark } from "./found-job";
import { nameJob } from "./job-name";
import { isRoot, type Machine } from "./machine";
import { canSplit, findRunPartsCall, isRunPartsName, type RunPartsCall } from "./run-parts";
import { findProblem } from "./schedule-problem";
import { isTattleShell, shellPath, unwrapCommand } from "./shell-line";

export type CrontabJobs = { jobs: DiscoveredJob[]; remarks: Remark[]; lines: CronJob[] };

const ANACRON = "/usr/sbin/anacron";

/**
 * The jobs of a crontab. A line that runs the scripts of a folder is a job for each script. `base`: our script in place of /bin/sh, as
 * `shellPath` takes it.
 */
export function findCronJobs(machine: Machine, crontab: CrontabFile, base: string): CrontabJobs {
  const { file, owner } = crontab;
  const kind = machine.cron ?? "debian";
  const text = crontab.bytes.toString("utf8");
  const parsed = parseCrontab(text, { kind, owner, hasUser: (name) => machine.accounts.has(name) });
  const remarks: Remark[] = parsed.skipped.map(({ line, text: written, message }) => ({
    file,
    line,
    text: written,
    message,
  }));
  const problem =
    crontab.problem ?? findFileProblem(text, kind, parsed) ?? findShellProblem(parsed.jobs, machine);
  if (problem)
    return { jobs: [], remarks: [{ file, line: null, text: "", message: problem }, ...remarks], lines: [] };
  const result: CrontabJobs = { jobs: [], remarks, lines: parsed.jobs };
  for (const job of parsed.jobs) {
    const message = findMissingHome(machine, job.user) ?? findOtherTattle(machine, job.shell, base);
    if (message) {
      remarks.push({ file, line: job.line, text: job.command, message });
      continue;
    }
    const call = findRunPartsCall(job.command);
    const scripts =
      call && watchesScripts(machine) && canSplit(job.command, call) ? listScripts(machine.root, call) : null;
    if (call && isLeftToAnacron(machine.root, job)) continue;
    if (call && scripts) result.jobs.push(...scripts.map((script) => scriptJob(machine, job, call, script)));
    else result.jobs.push(lineJob(machine, file, job));
  }
  return { ...result, jobs: mergeRepeated(result.jobs) };
}

/** Why a crontab cannot be watched because of a shell that it names, as a sentence, or null. */
function findShellProblem(jobs: CronJob[], { shells }: Machine): string | null {
  const job = jobs.find(({ shell }) => !shells.has(shell) && !isTattleShell(shell));
  if (!job) return null;
  return `This file is not watched, because line ${job.line} runs with a shell that is not in /etc/shells, or that users other than root can change: ${job.shell}`;
}

/** Why root leaves a job to the `tattle` of its user, as a sentence, or null: it would be two snitches, of which one is never reported to. */
function findOtherTattle(machine: Machine, shell: string, base: string): string | null {
  if (!isRoot(machine) || !isTattleShell(shell)) return null;
  if ([...machine.shells].some((each) => shellPath(base, each) === shell)) return null;
  return `Not watched by root, because its user watches it with ${shell}.`;
}

/** Why cron runs no job of a user, as a sentence, or null. The line counts all the same: once there is a home, its jobs run. */
function findMissingHome({ cron, accounts, root }: Machine, user: string): string | null {
  const rules = CRON_RULES[cron ?? "debian"];
  const { home } = accounts.get(user) ?? {};
  if (!rules.needsHome || home === undefined || existsSync(path.join(root, home))) return null;
  return `${rules.name} runs no job of ${user}, because the home directory ${home} does not exist.`;
}

const MAX_NAME = 60;

/** A file below /etc/cron.d is called what its jobs are for; others are called for their user, or nothing. */
const isNamedForJob = (file: string) => path.dirname(file) === "/etc/cron.d";

const zoneOf = (machine: Machine, { zone }: CronJob) => zone ?? machine.timezone;

function lineJob(machine: Machine, file: string, job: CronJob): DiscoveredJob {
  const { line, user, input, schedule } = job;
  const command = unwrapCommand(job.command);
  return {
    kind: "cron",
    host: machine.id,
    user,
    file,
    command,
    line,
    input,
    name: nameJob(command) || (isNamedForJob(file) ? path.basename(file) : command.slice(0, MAX_NAME)),
    schedule,
    timezone: zoneOf(machine, job),
    grace: null,
    isOn: true,
    remarks: [],
  };
}

function scriptJob(machine: Machine, job: CronJob, { folder }: RunPartsCall, script: string): DiscoveredJob {
  return {
    ...lineJob(machine, folder, job),
    kind: "script",
    command: path.posix.join(folder, script),
    line: null,
    input: null,
    name: `${path.basename(folder)}/${script}`,
  };
}

/** Only Debian’s `run-parts` can run one script alone. */
export const watchesScripts = ({ root, cron }: Machine) =>
  CRON_RULES[cron ?? "debian"].usesShell &&
  ["usr/bin/run-parts", "etc/debian_version"].every((file) => existsSync(path.join(root, file)));

/** Debian’s lines run the folders of a day and longer only where anacron is not there to do it. */
const isLeftToAnacron = (root: string, { command }: CronJob) =>
  /test -x \/usr\/sbin\/anacron \|\|/.test(command) && existsSync(path.join(root, ANACRON));

/** The scripts that `run-parts` would run. anacron’s own is not a job. */
export function listScripts(root: string, { folder }: RunPartsCall): string[] {
  const place = path.join(root, folder);
  try {
    return readdirSync(place)
      .sort()
      .filter((name) => isRunPartsName(name) && isExecutable(path.join(place, name)) && name !== "0anacron");
  } catch {
    return [];
  }
}

/** Nothing tells which of several lines with one command runs, in one file or in two: they are one job with all their times. */
export function mergeRepeated(jobs: DiscoveredJob[]): DiscoveredJob[] {
  const merged = new Map<string, DiscoveredJob>();
  for (const job of jobs) {
    const key = JSON.stringify([job.host, job.user, job.command]);
    const before = merged.get(key);
    if (!before) merged.set(key, job);
    else if (before.timezone === job.timezone) merged.set(key, mergeTwo(before, job));
    else
      before.remarks.push(
        `Line ${job.line} has the same command in another time zone, which is not watched.`,
      );
  }
  return [...merged.values()];
}

function mergeTwo(one: DiscoveredJob, other: DiscoveredJob): DiscoveredJob {
  const place = one.file === other.file ? `Line ${other.line}` : `${other.file}, line ${other.line},`;
  const schedules = one.schedule.split("\n");
  if (schedules.includes(other.schedule)) {
    const lines = one.line === null ? [] : [`${place} is the same: the job runs twice at the same time.`];
    return { ...one, remarks: [...one.remarks, ...lines] };
  }
  const schedule = [...schedules, other.schedule].join("\n");
  const remark = `${place} has the same command: both schedules count as one job.`;
  const canMerge = schedules.length < 10 && !findProblem(schedule);
  return canMerge
    ? { ...one, schedule, remarks: [...one.remarks, remark] }
    : {
        ...one,
        remarks: [...one.remarks, `${place} has the same command, and its schedule is not watched.`],
      };
}
