import path from "node:path";
import { CRON_RULES } from "./cron-kind";
import { type CrontabFile, listCrontabFiles } from "./crontab-files";
import { ANACRONTAB, findAnacronJobs } from "./find-anacron-jobs";
import { type CrontabJobs, findCronJobs, mergeRepeated } from "./find-cron-jobs";
import { findTimers } from "./find-timers";
import type { DiscoveredJob, Remark } from "./found-job";
import { slugOfJob } from "./identity";
import type { KnownSnitch } from "./known";
import { type Machine, type Places, readText } from "./machine";
import { matchKnown } from "./match-known";
import { isGuardOld, OLD_GUARD } from "./repair";
import { type AddedLine, linesToAdd, quote } from "./shell-line";

/** A job with its snitch, and what has changed since it was last looked at. */
export type PlannedJob = DiscoveredJob & {
  change: "new" | "unchanged" | "rescheduled" | "other command" | "moved";
  slug: string;
};

/** A file that gets lines. `owner`: whose crontab it is, if only the program `crontab` may write it. */
export type PlannedFile = {
  file: string;
  owner: string | null;
  isOwnedByProgram: boolean;
  bytes: Buffer;
  added: AddedLine[];
};

/** A line that people must change themselves, because their cron ignores `SHELL`. */
export type LineToPaste = { file: string; line: number; text: string };

export type Plan = {
  machine: Machine;
  jobs: PlannedJob[];
  files: PlannedFile[];
  toPaste: LineToPaste[];
  remarks: Remark[];
  vanished: KnownSnitch[];
};

export type PlanOptions = {
  known: KnownSnitch[];
  /** What the slugs of the new jobs of a user are made with. */
  slugSecretOf: (user: string) => string | null;
  places: Places;
  /** Watch the timers of packages, too. */
  allTimers: boolean;
  now: Date;
  /** Only these crontabs, and nothing else of the machine. */
  crontabs?: CrontabFile[];
};

/** What of a machine would be watched, and what that takes. Changes nothing. */
export function buildPlan(machine: Machine, options: PlanOptions): Plan {
  const { known, slugSecretOf, places, allTimers, now } = options;
  const crontabs = (options.crontabs ?? listCrontabFiles(machine)).filter(
    ({ file }) => path.join(machine.root, file) !== places.guard,
  );
  const isWhole = options.crontabs === undefined;
  const read = crontabs.map((crontab) => ({ crontab, ...findCronJobs(machine, crontab, places.shell) }));
  const anacron = isWhole ? findAnacronJobs(machine) : { jobs: [], remarks: [], path: null, toPaste: [] };
  const timers = isWhole ? findTimers(machine, now) : { jobs: [], remarks: [] };
  const cronJobs = mergeRepeated([...read.flatMap(({ jobs }) => jobs), ...anacron.jobs, ...timers.jobs]);
  const isWatchable = ({ kind, isOn }: DiscoveredJob) => isOn || (kind === "timer" && allTimers);
  // Named before those of one name get different ones: a user who sees fewer files must get the same slug.
  const jobsWithSlug = cronJobs.map((job) => ({
    ...job,
    slug: slugOfJob(job.name, machine.hostName, job, slugSecretOf(job.user)),
  }));
  const jobs = tellApart(jobsWithSlug.map((job) => ({ ...job, isOn: isWatchable(job) })));
  const { matches, vanished } = matchKnown(jobs, known);
  const usesShell = CRON_RULES[machine.cron ?? "debian"].usesShell;
  return {
    machine,
    jobs: matches.map(({ job, known: before, change }) => ({
      ...job,
      change,
      slug: before?.slug ?? job.slug,
    })),
    files: [
      ...(usesShell ? read.flatMap((each) => planCrontab(each, places)) : []),
      ...(anacron.path === null ? [] : planAnacrontab(machine, anacron.path, places)),
    ],
    toPaste: [
      ...(usesShell ? [] : read.flatMap((each) => linesToPaste(each, places))),
      ...anacron.toPaste.map(({ line, periodDays, delayMinutes, id, command }) => ({
        file: ANACRONTAB,
        line,
        text: `${periodDays === 31 ? "@monthly" : periodDays}\t${delayMinutes}\t${id}\t${places.shell} -c ${quote(command)}`,
      })),
    ],
    remarks: [
      ...(isGuardOld(machine, places)
        ? [
            {
              file: places.guard,
              line: null,
              text: "",
              message: `${OLD_GUARD} --apply and \`tattle undo\` mend it.`,
            },
          ]
        : []),
      ...read.flatMap(({ remarks }) => remarks),
      ...anacron.remarks,
      ...timers.remarks,
    ],
    // A plan of some files says nothing about the others.
    vanished: isWhole ? vanished : [],
  };
}

const MAX_NAME = 60;

/** Jobs that are watched and would have one name are called by their commands. */
function tellApart<Job extends DiscoveredJob>(jobs: Job[]): Job[] {
  const counts = new Map<string, number>();
  for (const { name, isOn } of jobs) if (isOn) counts.set(name, (counts.get(name) ?? 0) + 1);
  return jobs.map((job) =>
    job.kind === "cron" && (counts.get(job.name) ?? 0) > 1
      ? { ...job, name: job.command.slice(0, MAX_NAME) }
      : job,
  );
}

type ReadCrontab = CrontabJobs & { crontab: CrontabFile };

function planCrontab({ crontab, lines }: ReadCrontab, { shell }: Places): PlannedFile[] {
  const { file, owner, bytes, isOwnedByProgram } = crontab;
  const newLines = linesToAdd({ text: bytes.toString("utf8"), jobs: lines, base: shell });
  return newLines.length > 0 ? [{ file, owner, bytes, isOwnedByProgram, added: newLines }] : [];
}

/** The last PATH counts for all lines. */
function planAnacrontab({ root }: Machine, before: string, { runParts }: Places): PlannedFile[] {
  const folder = path.posix.dirname(runParts);
  const text = readText(path.join(root, ANACRONTAB)) ?? "";
  if (before.startsWith(`${folder}:`)) return [];
  const line = text.split("\n").findLastIndex((each) => /^\s*PATH\s*=/.test(each));
  const newLines = [{ before: line + 2, text: `PATH=${folder}:${before}`, shell: "/bin/sh" }];
  return [
    { file: ANACRONTAB, owner: null, bytes: Buffer.from(text), isOwnedByProgram: false, added: newLines },
  ];
}

/** A command with standard input would need another `%`. */
function linesToPaste({ crontab, lines }: ReadCrontab, { shell }: Places): LineToPaste[] {
  const written = crontab.bytes.toString("utf8").split("\n");
  return lines.flatMap(({ line, command, input }) => {
    const text = written[line - 1] ?? "";
    if (input !== null || /\/tattle-shell/.test(command) || !text.endsWith(command)) return [];
    const times = text.slice(0, -command.length);
    return [{ file: crontab.file, line, text: `${times}${shell} -c ${quote(command)}` }];
  });
}
