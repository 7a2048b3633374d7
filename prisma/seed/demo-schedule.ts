import type { Interval } from "@/lib/rules/interval";
import { type Period, periodAt } from "@/lib/rules/period";
import { EXAMPLE_JOBS, type ExampleJob } from "./example-jobs";

/** A snitch of the demo whose job goes on running. */
export type ScheduledJob = { name: string; interval: Interval };

/** The names that `addManySnitches` gives, with their numbers. */
const NUMBERED = /^(?:Nightly|Hourly|Frequent|Weekly|Monthly) \w+ of [a-z]+(\d+)$/;

const findExample = (name: string): ExampleJob | undefined => EXAMPLE_JOBS.find((job) => job.name === name);

/** Whether the demo runs this job. Those that are missing or pending on purpose stay so, and it leaves people's own snitches alone. */
export function isScheduled(name: string): boolean {
  const example = findExample(name);
  return example ? example.state !== "missing" && example.state !== "pending" : NUMBERED.test(name);
}

/** The time of the job's latest run: in the current period, or in the one before while it has not run in this one. */
export function computeLatestRun(job: ScheduledJob, now: Date): Date {
  const current = periodAt(job.interval, now);
  const run = runIn(job, current);
  return run <= now ? run : runIn(job, periodAt(job.interval, new Date(current.start.getTime() - 1)));
}

/** When the job runs in this period: always at the same place, within the habits of an example job. */
function runIn({ name }: ScheduledJob, { start, end }: Period): Date {
  const example = findExample(name);
  const lengthMs = end.getTime() - start.getTime();
  const afterMs = example
    ? example.runsAfterMs + example.variesByMs / 2
    : ((Number(NUMBERED.exec(name)?.[1] ?? 0) * 7919) % 1000) * (lengthMs / 10_000);
  return new Date(start.getTime() + Math.min(afterMs, lengthMs - 1));
}

/** What the run reports: an error for the job that is errored on purpose. */
export function buildScheduledReport(name: string): { exitStatus: number; message: string } {
  const example = findExample(name);
  return example?.state === "errored"
    ? { exitStatus: 1, message: example.error ?? "" }
    : { exitStatus: 0, message: example?.message?.(0.75) ?? "" };
}
