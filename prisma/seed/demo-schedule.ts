import { SECOND_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/schedule/interval";
import { type Period, periodAt } from "@/lib/rules/schedule/period";
import { EXAMPLE_JOBS, type ExampleJob, type ExampleRun, printedBy } from "./example-jobs";
import { isHealthyNumber, isSpread, runsAfterMs } from "./spread";

/** A snitch of the demo whose job goes on running. */
export type ScheduledJob = { name: string; interval: Interval };

/** The names that `addManySnitches` gives, with their numbers. */
const NUMBERED = /^(?:Nightly|Hourly|Frequent|Weekly|Monthly) \w+ of [a-z]+(\d+)$/;

const findExample = (name: string): ExampleJob | undefined => EXAMPLE_JOBS.find((job) => job.name === name);

/** Whether the demo runs this job. Those that are missing or pending on purpose stay so, and it leaves people's own snitches alone. */
export function isScheduled(name: string): boolean {
  const example = findExample(name);
  if (example) return example.state !== "missing" && example.state !== "pending";
  const [, number] = NUMBERED.exec(name) ?? [];
  return number !== undefined && isHealthyNumber(Number(number));
}

/** The time of the job's latest run: in the current period, or in the previous one while it has not run in this one. */
export function computeLatestRun(job: ScheduledJob, now: Date): Date {
  const current = periodAt(job.interval, now);
  const run = runIn(job, current);
  return run <= now ? run : runIn(job, periodAt(job.interval, new Date(current.start.getTime() - 1)));
}

/** When the job runs in this period: always at the same place, within the habits of an example job. */
function runIn({ name, interval }: ScheduledJob, { start, end }: Period): Date {
  const example = findExample(name);
  const lengthMs = end.getTime() - start.getTime();
  const number = Number(NUMBERED.exec(name)?.[1] ?? 0);
  const afterMs = example
    ? example.runsAfterMs + example.variesByMs / 2
    : isSpread(interval)
      ? runsAfterMs(interval, number)
      : 0;
  return new Date(start.getTime() + Math.min(afterMs, lengthMs - 1));
}

/** What a run reports. `run`: null if the job reports none. */
export type ScheduledReport = {
  exitStatus: number;
  message: string;
  run: (Pick<ExampleRun, "host" | "metric"> & { seconds: number; output: string }) | null;
};

/** What the run reports: an error for the job that is errored on purpose. */
export function buildScheduledReport(name: string): ScheduledReport {
  const example = findExample(name);
  const isError = example?.state === "errored";
  const message = isError ? (example.error ?? "") : (example?.message?.(0.75) ?? "");
  const run = example?.run && {
    host: example.run.host,
    ...(example.run.metric && { metric: example.run.metric }),
    seconds: example.run.takesMs / SECOND_MS,
    output: printedBy(example.run, isError, message),
  };
  return { exitStatus: isError ? 1 : 0, message, run: run ?? null };
}
