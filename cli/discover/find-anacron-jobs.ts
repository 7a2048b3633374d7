import path from "node:path";
import { type AnacronJob, anacronTerms, parseAnacrontab } from "./anacrontab";
import { parseAssignment } from "./assignment";
import { listScripts, mergeRepeated, watchesScripts } from "./find-cron-jobs";
import type { DiscoveredJob, Remark } from "./found-job";
import { nameJob } from "./job-name";
import { isRoot, type Machine, readText } from "./machine";
import { canSplit, findRunPartsCall } from "./run-parts";
import { unwrapCommand } from "./shell-line";

export const ANACRONTAB = "/etc/anacrontab";

/**
 * The jobs of the anacrontab. anacron runs everything with /bin/sh, whatever SHELL says. If all of its lines run folders, `path` is the
 * PATH that it sets, which ours can stand before. If not, `toPaste` are the lines to watch by hand.
 */
export type AnacronJobs = {
  jobs: DiscoveredJob[];
  remarks: Remark[];
  path: string | null;
  toPaste: AnacronJob[];
};

export function findAnacronJobs(machine: Machine): AnacronJobs {
  const text = isRoot(machine) ? readText(path.join(machine.root, ANACRONTAB)) : null;
  if (text === null) return { jobs: [], remarks: [], path: null, toPaste: [] };
  const { jobs: entries, wrong } = parseAnacrontab(text);
  const paths = text.split("\n").flatMap((line) => {
    const assignment = parseAssignment(line);
    return assignment?.name === "PATH" ? [assignment.value] : [];
  });
  const canWatch = watchesScripts(machine) && paths.length > 0 && entries.every(isFolder);
  return {
    jobs: mergeRepeated(entries.flatMap((entry) => jobsOf(machine, entry, canWatch))),
    remarks: wrong.map((each) => ({ file: ANACRONTAB, ...each })),
    path: canWatch ? (paths.at(-1) ?? null) : null,
    toPaste: canWatch ? [] : entries.filter(({ command }) => unwrapCommand(command) === command),
  };
}

function isFolder({ command }: AnacronJob): boolean {
  const call = findRunPartsCall(command);
  return call !== null && canSplit(command, call);
}

function jobsOf(machine: Machine, entry: AnacronJob, byScript: boolean): DiscoveredJob[] {
  const command = unwrapCommand(entry.command);
  const call = findRunPartsCall(command);
  const job: DiscoveredJob = {
    kind: "anacron",
    host: machine.id,
    user: "root",
    file: ANACRONTAB,
    command,
    line: entry.line,
    input: null,
    name: call ? path.basename(call.folder) : nameJob(command) || entry.id,
    ...anacronTerms(entry.periodDays),
    timezone: "UTC",
    isOn: byScript || command !== entry.command,
    remarks: [],
  };
  if (!call || !byScript) return [job];
  return listScripts(machine.root, call).map((script) => ({
    ...job,
    file: call.folder,
    command: path.posix.join(call.folder, script),
    line: null,
    name: `${path.basename(call.folder)}/${script}`,
  }));
}
