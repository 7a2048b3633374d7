import type { Settings } from "../config";
import { EXIT } from "../exit";
import { readMoment } from "../moment";
import { printWarning } from "../print";
import type { SnitchReference } from "../server";
import { listInheritedDescriptors } from "./inherited-descriptors";
import type { Job } from "./job";
import { type JobLock, lockJob } from "./job-lock";
import { type Metrics, measureFiles, readMetrics } from "./metrics";
import { passSignals } from "./pass-signals";
import { redact } from "./redact";
import { Reporter } from "./reporter";
import { openStandardStreams } from "./standard-streams";
import { startJob, waitForEnd } from "./start-job";
import { Tail } from "./tail";

export type RunOptions = {
  /** Null if none are set: then nothing can be reported but to a check-in URL. `problem`: why. */
  settings: Settings | null;
  problem?: string;
  /** Whether the tail of what the job prints is reported, without what these expressions match. */
  isOutputKept: boolean;
  redact: string[];
  /** After this time the job is ended; null for never. */
  timeoutMs: number | null;
  /** Whether the job is skipped while its last run still goes on. */
  isLocked: boolean;
  /** The file, or the pattern of files, whose size and age are reported after the job. */
  file?: string;
  /** The file into which the job writes numbers. */
  metricsFrom?: string;
  /** The environment that the job runs in, such as `production`. */
  environment?: string;
};

/** What the server keeps of an output. */
const OUTPUT_BYTES = 100_000;
/** More is kept until it is redacted, so that the beginning of a secret does not fall off. */
const TAIL_BYTES = OUTPUT_BYTES + 32_768;
/** How long a job may take to end after a timeout, before it is killed. */
const KILL_AFTER_MS = 10_000;

const NO_OUTPUT = Buffer.alloc(0);

/**
 * Runs a job as its caller would, and reports its run to a snitch. Returns the exit status: that of the job, whatever goes wrong
 * with the reports, which is at most one line on standard error, after the job's.
 */
export async function runJob(job: Job, snitch: SnitchReference, options: RunOptions): Promise<number> {
  // Before anything else is opened.
  const descriptors = listInheritedDescriptors();
  const reporter = new Reporter(snitch, options.settings, options.environment);
  if (options.problem) reporter.warn(options.problem);
  const locked = options.isLocked ? tryLock(snitch, reporter) : null;
  const status =
    locked && "heldBy" in locked
      ? await skip(locked.heldBy, reporter)
      : await execute(job, descriptors, reporter, options, locked?.lock ?? null);
  if (reporter.warning) printWarning(reporter.warning);
  return status;
}

function tryLock(snitch: SnitchReference, reporter: Reporter) {
  try {
    return lockJob(snitch);
  } catch (error) {
    reporter.warn(`could not get the lock, so the job ran without it: ${(error as Error).message}`);
    return null;
  }
}

async function skip(pid: number, reporter: Reporter): Promise<number> {
  await reporter.skip(`Skipped: the previous run is still running (process ${pid}).`);
  reporter.warn(`skipped, because the previous run is still running (process ${pid})`);
  return EXIT.ok;
}

async function execute(
  job: Job,
  descriptors: number[],
  reporter: Reporter,
  options: RunOptions,
  lock: JobLock | null,
): Promise<number> {
  const tail = options.isOutputKept ? new Tail(TAIL_BYTES) : null;
  const opening = openStandardStreams(tail);
  reporter.prepare();
  const streams = await opening;
  const at = readMoment();
  const startedAt = process.hrtime.bigint();
  const child = startJob(job, streams, descriptors);
  const end = waitForEnd(child, job);
  const onSignalAfterwards = passSignals(child);
  for (const copier of streams.copiers) copier.start();
  if (child.pid !== undefined) lock?.note(child.pid);
  const timeout = options.timeoutMs === null ? null : endAfter(child, options.timeoutMs);
  reporter.start(at);

  const { status: ownStatus, problem } = await end;
  const durationMs = Number(process.hrtime.bigint() - startedAt) / 1e6;
  timeout?.clear();
  const status = timeout?.isOver() ? EXIT.timedOut : ownStatus;
  reporter.end({ durationMs, status, message: timeout?.isOver() ? "Stopped by --timeout." : problem });
  await Promise.all(streams.copiers.map((copier) => copier.finish()));
  lock?.release();
  // Whatever becomes of the reports.
  process.exitCode = status;
  if (problem) printWarning(problem);
  // The report is in the spool, and the caller wants an end.
  onSignalAfterwards(() => process.exit(status));
  const output = tail ? clean(tail, options, reporter) : NO_OUTPUT;
  await reporter.finish(output, listMetrics(options, reporter));
  return status;
}

function listMetrics({ file, metricsFrom }: RunOptions, reporter: Reporter): Metrics {
  const files = file === undefined ? {} : measureFiles(file, Date.now());
  try {
    // If there are too many for a report, the job's own are cut last.
    return metricsFrom === undefined ? files : { ...readMetrics(metricsFrom), ...files };
  } catch (error) {
    reporter.warn(`could not read the metrics: ${(error as Error).message}`);
    return files;
  }
}

function clean(tail: Tail, options: RunOptions, reporter: Reporter): Buffer {
  const output = tail.read();
  if (output.length === 0) return NO_OUTPUT;
  const cleaned = redact(output, options.redact, tail.total > output.length);
  if (!cleaned) reporter.warn("--redact took too long, so the output was not reported");
  return cleaned?.subarray(Math.max(0, cleaned.length - OUTPUT_BYTES)) ?? NO_OUTPUT;
}

function endAfter(child: { kill: (signal: NodeJS.Signals) => boolean }, ms: number) {
  let isOver = false;
  let killTimer: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    isOver = true;
    child.kill("SIGTERM");
    killTimer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  }, ms);
  const clear = () => {
    clearTimeout(timer);
    clearTimeout(killTimer);
  };
  return { clear, isOver: () => isOver };
}
