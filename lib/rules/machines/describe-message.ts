import { formatCount } from "../format-count";
import { formatDuration } from "../format-duration";
import { listLines, type WriteTime, writeUtc } from "../messages/format";

/** What is said of a silence. */
export type UnreachableFacts = {
  host: string;
  lastHeardAt: Date;
  /** How many snitches run on it, how many of them have missed since, and how many runs. */
  jobs: number;
  missed: number;
  runs: number;
  /** After the end: whether the machine reported again, or only none of its jobs is missing anymore. */
  isHeard?: boolean;
};

const MAX_NAMES = 50;

/** The names of the jobs that a reader would have notified of, one on each line. They are as people wrote them. */
export const listJobNames = (jobs: { name: string }[]): string =>
  listLines(
    jobs.slice(0, MAX_NAMES).map(({ name }) => name.replace(/\s+/g, " ").trim()),
    jobs.length,
  );

/** What a message about a machine says. Its title has no names of jobs, which not every reader of a subject may see. */
export function describeMachineMessage(
  event: "machine_silent" | "machine_heard",
  { host, lastHeardAt, jobs, missed, runs, isHeard = true }: UnreachableFacts,
  named: { name: string }[],
  now: Date,
  write: WriteTime = writeUtc,
): { title: string; reason: string; jobs: string } {
  if (event === "machine_silent")
    return {
      title: `${host} is not reporting: ${missed} of ${formatCount(jobs, "job")} missing`,
      reason: `None of its jobs has reported since ${write(lastHeardAt)}.`,
      jobs: listJobNames(named),
    };
  const lasted = formatDuration(now.getTime() - lastHeardAt.getTime());
  const missedRuns = `${formatCount(missed, "job")} missed ${formatCount(runs, "run")}`;
  return {
    title: isHeard ? `${host} is reporting again` : `No jobs on ${host} are missing now`,
    reason: `${missedRuns} in ${lasted}.${isHeard ? " You’ll get a separate alert for any job that stays missing." : ""}`,
    jobs: "",
  };
}
