import path from "node:path";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { findSettings, type Settings } from "../config";
import { CliError } from "../exit";
import { type Moment, readMoment } from "../moment";
import { Reporter } from "../run/reporter";
import type { SnitchReference } from "../server";
import { listReadableCrontabs } from "./crontab-files";
import { type KnownSnitch, listKnown, readJobs } from "./known";
import { type Machine, readMachine } from "./machine";
import { placesOf } from "./places";
import { buildPlan, type PlannedJob } from "./plan";
import { termsOf } from "./schedule-problem";

type Terms = Pick<KnownSnitch, "slug" | "name" | "schedule" | "timezone" | "grace"> & {
  checkInUrl: string | null;
};

/**
 * Reports a job that `tattle-shell` runs beside this process: its start now, and its end when its exit status has come on standard input.
 * A command that is in no crontab is not reported. `state`: the folder that `discover --apply` wrote.
 */
export async function reportJob(given: string, state: string, input: AsyncIterable<Buffer>): Promise<void> {
  const at = startedAt();
  const command = given.trim();
  const machine = readMachine();
  const { settings, jobs } = readJobs(state, machine.user.name);
  if (machine.user.uid !== 0 && settings)
    process.env.TATTLE_STATE_DIR = path.join(state, "users", machine.user.name);
  const job =
    chooseJob(
      jobs.filter((known) => known.command === command),
      new Date(at.wallMs),
    ) ?? findNewJob(machine, command, jobs, state);
  if (!job) return;
  const reporter = new Reporter(referenceTo(job, machine), settings ?? trySettings(), undefined);
  reporter.start(at);
  const status = await readStatus(input);
  if (status === null) return;
  const durationMs = Math.max(0, Date.now() - at.wallMs);
  await reporter.finish({ durationMs, status, message: null, output: Buffer.alloc(0) });
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

/** A line that was added since `discover --apply`: it gets a snitch at its first run. */
function findNewJob(machine: Machine, command: string, known: KnownSnitch[], state: string): Terms | null {
  const plan = buildPlan(machine, {
    known: known.length > 0 ? known : listKnown(state),
    places: { ...placesOf(machine), state },
    allTimers: false,
    now: new Date(),
    crontabs: listReadableCrontabs(machine),
  });
  const isThis = (job: PlannedJob) => job.command === command && job.user === machine.user.name;
  const job = chooseJob(plan.jobs.filter(isThis), new Date());
  return job && { ...job, checkInUrl: null };
}

const referenceTo = (job: Terms, { hostName }: Machine): SnitchReference =>
  job.checkInUrl
    ? { kind: "url", checkInUrl: job.checkInUrl }
    : { kind: "slug", ...termsOfSnitch(job, hostName) };

/** What is sent to the API about the snitch of a job. */
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
  } catch (thrown) {
    if (thrown instanceof CliError) return null;
    throw thrown;
  }
}

/** Null if the input ends without a status: the shell of the job was killed, and nobody knows what became of it. */
async function readStatus(input: AsyncIterable<Buffer>): Promise<number | null> {
  let text = "";
  for await (const chunk of input) text += chunk.toString("latin1");
  return /^\d+\s*$/.test(text) ? Number(text) : null;
}
