import path from "node:path";
import { anacronTerms, parseAnacrontab } from "./anacrontab";
import { parseAssignment } from "./assignment";
import { isDebianRunParts, listScripts, mergeRepeated } from "./find-cron-jobs";
import type { DiscoveredJob, Remark } from "./found-job";
import { type Machine, readText } from "./machine";
import { findRunPartsCall } from "./run-parts";

export const ANACRONTAB = "/etc/anacrontab";

/**
 * The jobs of the anacrontab: one for each script of its folders. `path`: the PATH that it sets, if every line of it runs a folder, so
 * that ours can stand before it. anacron runs everything with /bin/sh, whatever SHELL says.
 */
export type AnacronJobs = { jobs: DiscoveredJob[]; remarks: Remark[]; path: string | null; lines: string[] };

export function findAnacronJobs(machine: Machine): AnacronJobs {
  const text = readText(path.join(machine.root, ANACRONTAB));
  if (text === null) return { jobs: [], remarks: [], path: null, lines: [] };
  const { jobs: entries, wrong } = parseAnacrontab(text);
  const calls = entries.map((entry) => ({ entry, call: findRunPartsCall(entry.command) }));
  const remarks: Remark[] = wrong.map((each) => ({ file: ANACRONTAB, ...each }));
  const isAllFolders = calls.every(({ call, entry }) => call && !/\/run-parts\b/.test(entry.command));
  const paths = text.split("\n").flatMap((line) => {
    const assignment = parseAssignment(line);
    return assignment?.name === "PATH" ? [assignment.value] : [];
  });
  const canWatch = isAllFolders && paths.length === 1 && isDebianRunParts(machine.root) && machine.user.uid === 0;
  const jobs = calls.flatMap(({ entry, call }) =>
    (call && listScripts(machine.root, call) ? (listScripts(machine.root, call) ?? []) : []).map(
      (script): DiscoveredJob => ({
        kind: "anacron",
        host: machine.id,
        user: "root",
        file: call?.folder ?? ANACRONTAB,
        command: path.posix.join(call?.folder ?? "", script),
        line: null,
        input: null,
        name: `${path.basename(call?.folder ?? "")}/${script}`,
        ...anacronTerms(entry.periodDays),
        timezone: "UTC",
        isOn: canWatch,
        remarks: [],
      }),
    ),
  );
  return {
    jobs: mergeRepeated(jobs),
    remarks,
    path: canWatch ? (paths[0] ?? null) : null,
    lines: canWatch ? [] : calls.map(({ entry }) => linesOf(entry)),
  };
}
