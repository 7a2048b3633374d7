import { silentTogether } from "./silent-together";

/** A job whose latest run came from a machine. */
export type MachineJob = {
  id: string;
  isReliable: boolean;
  /** When the machine was last heard of in that run. */
  heardAt: Date;
  /** The first deadline that it has missed since its last report; null if it is not missing. */
  missedAt: Date | null;
  /** Its latest report, wherever it came from; null if there is none. */
  reportedAt: Date | null;
};

/** A machine that is silent, since when, and the jobs that have missed since then. */
export type Silence = { lastHeardAt: Date; missed: MachineJob[] };

/** How many reliable jobs have to miss. */
const MIN_JOBS = 3;

/** How many of the latest reports of a job show whether it is reliable, and how many it has at least. */
export const COUNTED_REPORTS = 10;
const MIN_REPORTS = 3;

/** Whether a job reports from this machine alone. `hosts`: of its latest reports, `COUNTED_REPORTS` of them at most. */
export const reportsFrom = (host: string, hosts: string[]): boolean =>
  hosts.length >= MIN_REPORTS && hosts.every((each) => each === host);

/** When a machine was last heard of; null without jobs. */
export const lastHeardAt = (jobs: Pick<MachineJob, "heardAt">[]): Date | null =>
  jobs.length === 0 ? null : new Date(Math.max(...jobs.map(({ heardAt }) => heardAt.getTime())));

/** The jobs that have missed since their machine was last heard of. */
export const missedSince = (jobs: MachineJob[], heardAt: Date): MachineJob[] =>
  jobs.filter(({ missedAt }) => missedAt !== null && missedAt >= heardAt);

/**
 * Whether a machine is silent: at least three reliable jobs have missed since it was last heard of, none of its jobs has reported from
 * elsewhere, and others report. Null if it is not. `othersReportedAt`: the latest report of another machine or network.
 */
export function findSilence(jobs: MachineJob[], othersReportedAt: Date | null): Silence | null {
  const heardAt = lastHeardAt(jobs);
  if (!heardAt || !othersReportedAt || othersReportedAt <= heardAt) return null;
  if (jobs.some(({ reportedAt }) => reportedAt !== null && reportedAt > heardAt)) return null;
  const missed = missedSince(jobs, heardAt);
  const silent = missed.map((job) => ({ ...job, expectedAt: job.missedAt ?? heardAt }));
  return silentTogether(silent, heardAt, MIN_JOBS).length > 0 ? { lastHeardAt: heardAt, missed } : null;
}

/** What ends the silence of a machine: it is heard again, or none of the jobs that missed is missing any more. */
export type SilenceEnd = "heard" | "nothing is missing";

/** Whether a silence is over, and why. `heardAt`: when the machine was last heard of. */
export function findSilenceEnd(
  silence: Pick<Silence, "lastHeardAt">,
  heardAt: Date | null,
  stillMissing: number,
): SilenceEnd | null {
  if (heardAt && heardAt > silence.lastHeardAt) return "heard";
  return stillMissing === 0 ? "nothing is missing" : null;
}
