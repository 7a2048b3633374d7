import { statSync } from "node:fs";
import path from "node:path";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { findSettings, type Settings } from "../config";
import { CliError } from "../exit";
import { type Moment, readMoment } from "../moment";
import { measureFiles } from "../run/metrics";
import { Reporter } from "../run/reporter";
import type { SnitchReference } from "../server";
import { splitComment } from "./command";
import { listReadableCrontabs } from "./crontab-files";
import { type JobsFile, jobsPath, type KnownSnitch, readJobs, readSettings } from "./known";
import { type Machine, placesOf, readMachine } from "./machine";
import { buildPlan, type PlannedJob } from "./plan";
import { termsOf } from "./schedule-problem";

const SECOND_MS = 1_000;

type Terms = Pick<KnownSnitch, "slug" | "name" | "schedule" | "timezone" | "grace"> & {
  checkInUrl: string | null;
};

/**
 * Reports a job that `tattle-shell` runs alongside this process: its start now, and its end when its exit status has come on standard input.
 * A command that is in no crontab is not reported. `state`: the folder that `discover --apply` wrote.
 */
export async function reportJob(text: string, state: string, input: AsyncIterable<Buffer>): Promise<void> {
  const at = startedAt();
  const { command, file: measured } = splitComment(text.trim());
  const machine = readMachine();
  const file = readJobs(state, machine.user.name);
  const { jobs } = file;
  const settings = readSettings(state, machine.user.name);
  if (machine.user.uid !== 0 && settings)
    process.env.TATTLE_STATE_DIR = path.join(state, "users", machine.user.name);
  const snitch = chooseJob(
    jobs.filter((each) => each.command === command),
    new Date(at.wallMs),
  );
  const isAsKnown = snitch && !hasChangedSince(snitch.file, jobsPath(state, machine.user.name));
  const job = isAsKnown ? snitch : (findChangedJob(machine, command, file, state) ?? snitch);
  if (!job) return;
  const reporter = new Reporter(referenceTo(job, machine), settings ?? trySettings(), undefined);
  reporter.start(at);
  const end = await readEnd(input);
  if (!end) return;
  const tookMs =
    at.uptimeMs === null || end.uptimeMs === null ? Date.now() - at.wallMs : end.uptimeMs - at.uptimeMs;
  const durationMs = Math.max(0, tookMs);
  reporter.end({ durationMs, status: end.status, message: null });
  await reporter.finish(undefined, measured === null ? {} : measureFiles(measured, Date.now()));
}

/** This process started together with the job, a moment ago. */
function startedAt(): Moment {
  const now = readMoment();
  const agoMs = performance.now();
  return {
    ...now,
    wallMs: now.wallMs - agoMs,
    uptimeMs: now.uptimeMs === null ? null : now.uptimeMs - agoMs,
  };
}

/** Several files may have the same command: it is the one whose time came last. Null if there is none. */
export function chooseJob<Job extends Pick<Terms, "schedule" | "timezone">>(
  jobs: Job[],
  now: Date,
): Job | null {
  const [first = null] = jobs;
  if (jobs.length < 2) return first;
  const lastTick = ({ schedule, timezone }: Job) =>
    compileSchedule({ ...termsOf(schedule, timezone), early: 0 }).matchTick(now.getTime());
  return jobs.reduce((best, job) => (lastTick(job) > lastTick(best) ? job : best));
}

/** Whether a file has changed since another one was written. One that cannot be seen may have. */
function hasChangedSince(file: string, other: string): boolean {
  try {
    return statSync(file).ctimeMs > statSync(other).ctimeMs;
  } catch {
    return true;
  }
}

/**
 * A line that was added or changed since `discover --apply`: the first run of a new one makes its snitch, and that of one whose times have
 * changed tells them to the snitch that it has. For a user without a key, root does both.
 */
function findChangedJob(
  machine: Machine,
  command: string,
  { settings, slugSecret, jobs }: JobsFile,
  state: string,
): Terms | null {
  const plan = buildPlan(machine, {
    known: jobs,
    slugSecretOf: () => slugSecret,
    places: { ...placesOf(machine), state },
    allTimers: false,
    now: new Date(),
    crontabs: listReadableCrontabs(machine),
  });
  const isThis = (job: PlannedJob) => job.command === command && job.user === machine.user.name;
  const job = chooseJob(plan.jobs.filter(isThis), new Date());
  if (!job) return null;
  const before = jobs.find(({ slug }) => slug === job.slug);
  const hasSameTimes = before?.schedule === job.schedule && before.timezone === job.timezone;
  return { ...job, checkInUrl: hasSameTimes || settings?.key === null ? (before?.checkInUrl ?? null) : null };
}

const referenceTo = (job: Terms, { hostName }: Machine): SnitchReference =>
  job.checkInUrl
    ? { kind: "url", checkInUrl: job.checkInUrl, learnt: termsOfSnitch(job, hostName) }
    : { kind: "slug", ...termsOfSnitch(job, hostName) };

/** The request about a job's snitch. */
export const termsOfSnitch = (
  { slug, name, schedule, timezone, grace }: Omit<Terms, "checkInUrl">,
  hostName: string,
) => ({
  slug,
  name: `${name} on ${hostName}`,
  schedule,
  timezone,
  ...(grace !== null && { grace }),
  tags: [hostName],
});

function trySettings(): Settings | null {
  try {
    return findSettings();
  } catch (error) {
    if (error instanceof CliError) return null;
    throw error;
  }
}

/** How a job ended, and the uptime of the machine then, which is null if the system does not say it. */
type End = { status: number; uptimeMs: number | null };

/** Null if the input ends without a status: the shell of the job was killed, and no one knows what became of it. */
async function readEnd(input: AsyncIterable<Buffer>): Promise<End | null> {
  let text = "";
  for await (const chunk of input) text += chunk.toString("latin1");
  const [, status, uptime] = /^(\d+) ([\d.]*)\s*$/.exec(text) ?? [];
  if (!status) return null;
  return { status: Number(status), uptimeMs: uptime ? Number(uptime) * SECOND_MS : null };
}
