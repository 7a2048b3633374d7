import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { windowDueAt } from "@/lib/rules/schedule/windows";
import { isLate } from "@/lib/rules/state/is-late";
import type { Status } from "@/lib/rules/state/snitch-state";

/** From the worst. Among several jobs, a component has the first of their states. */
export const PUBLIC_STATES = ["failed", "late", "running", "maintenance", "unknown", "ok"] as const;
export type PublicState = (typeof PUBLIC_STATES)[number];

/** What the public state of a job follows from. */
export type JobFacts = ScheduleTerms & {
  status: Status;
  deadline: Date | null;
  /** How many runs are running. */
  running: number;
  missingSince: Date | null;
  /** Whether its open incident is about an error, whatever came after it. */
  hasError: boolean;
  /** Since when it is in the current maintenance; null if it is in none. */
  maintenanceSince: Date | null;
  /** Whether a check-in could not be heard: Tattle did not listen then, or does not now. */
  isUnmonitored: boolean;
};

/** The first state that holds. Maintenance excuses what was missed in it, and never an error. */
export function jobState(job: JobFacts, now: Date): PublicState {
  if (job.status === "errored" || job.hasError) return "failed";
  if (job.status === "failed" && !isExcusedMiss(job)) return "failed";
  if (job.status === "paused" || job.status === "pending") return "unknown";
  if (job.status === "healthy" && isOverdue(job, now)) return job.isUnmonitored ? "unknown" : "late";
  if (job.running > 0) return "running";
  if (job.maintenanceSince) return "maintenance";
  return job.isUnmonitored ? "unknown" : "ok";
}

const isExcusedMiss = ({ missingSince, maintenanceSince }: JobFacts): boolean =>
  missingSince !== null && maintenanceSince !== null && missingSince > maintenanceSince;

/** Whether its time has passed. A job that is running has begun; it is late once its deadline has passed. */
function isOverdue(job: JobFacts, now: Date): boolean {
  if (job.deadline === null) return false;
  if (isLate(job, now)) return true;
  if (job.running > 0) return false;
  const tickMs = windowDueAt(job, job.deadline).dueAt.getTime() - compileSchedule(job).graceMs;
  return tickMs <= now.getTime();
}

/** The worse of two states. */
export const worseState = (one: PublicState, other: PublicState): PublicState =>
  PUBLIC_STATES.indexOf(one) < PUBLIC_STATES.indexOf(other) ? one : other;

/** The state of a component that represents these jobs. Without a job, nothing is wrong that we know of. */
export const worstState = (states: PublicState[]): PublicState => states.reduce(worseState, "ok");
