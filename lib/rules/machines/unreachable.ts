import { missedTogether } from "./missed-together";

/** A job whose latest run came from a machine. */
export type MachineJob = {
  id: string;
  isReliable: boolean;
  /** When the machine was last seen in that run. */
  seenAt: Date;
  /** The first deadline that it has missed since its last report; null if it is not missing. */
  missedAt: Date | null;
  /** Its latest report, wherever it came from; null if there is none. */
  reportedAt: Date | null;
};

/** A machine that is not reporting, since when, and the jobs that have missed since then. */
export type UnreachableMachine = { lastHeardAt: Date; missed: MachineJob[] };

/** How many reliable jobs have to miss. */
const MIN_JOBS = 3;

/** How many of the latest reports of a job show whether it is reliable, and how many it has at least. */
export const COUNTED_REPORTS = 10;
const MIN_REPORTS = 3;

/** Whether a job reports from this machine alone. `hosts`: of its latest reports, `COUNTED_REPORTS` of them at most. */
export const reportsFrom = (host: string, hosts: string[]): boolean =>
  hosts.length >= MIN_REPORTS && hosts.every((each) => each === host);

/** When a machine was last seen; null without jobs. */
export const lastHeardAt = (jobs: Pick<MachineJob, "seenAt">[]): Date | null =>
  jobs.length === 0 ? null : new Date(Math.max(...jobs.map(({ seenAt }) => seenAt.getTime())));

/** The jobs that have missed since their machine was last seen. */
export const missedSince = (jobs: MachineJob[], seenAt: Date): MachineJob[] =>
  jobs.filter(({ missedAt }) => missedAt !== null && missedAt >= seenAt);

/**
 * Whether a machine is not reporting: at least three reliable jobs have missed since it was last seen, none of its jobs has reported from
 * elsewhere, and others report. Null if it is not. `othersReportedAt`: the latest report of another machine or network.
 */
export function findUnreachableMachine(
  jobs: MachineJob[],
  othersReportedAt: Date | null,
): UnreachableMachine | null {
  const seenAt = lastHeardAt(jobs);
  if (!seenAt || !othersReportedAt || othersReportedAt <= seenAt) return null;
  if (jobs.some(({ reportedAt }) => reportedAt !== null && reportedAt > seenAt)) return null;
  const missed = missedSince(jobs, seenAt);
  const overdue = missed.map((job) => ({ ...job, expectedAt: job.missedAt ?? seenAt }));
  return missedTogether(overdue, seenAt, MIN_JOBS).length > 0 ? { lastHeardAt: seenAt, missed } : null;
}

/** What ends the outage of a machine: it is heard again, or none of the jobs that missed is missing any more. */
export type MachineRecovery = "heard" | "nothing is missing";

/** Whether a silence is over, and why. `seenAt`: when the machine was last seen. */
export function findMachineRecovery(
  unreachable: Pick<UnreachableMachine, "lastHeardAt">,
  seenAt: Date | null,
  stillMissing: number,
): MachineRecovery | null {
  if (seenAt && seenAt > unreachable.lastHeardAt) return "heard";
  return stillMissing === 0 ? "nothing is missing" : null;
}
