import type { KubernetesApi } from "./api";
import { describeFailure, describeWaiting } from "./failure";
import type { Follower } from "./follow";
import { listPods, readLog } from "./job-log";
import { type CronJob, type Job, readJob } from "./objects";
import type { JobTerms, Terms } from "./terms";

/** `signal`: as in the path of a check-in URL. `atMs`: when it happened, by the clock of the cluster. */
export type ReportRun = (
  terms: Terms,
  signal: string,
  parameters: Record<string, string>,
  atMs: number,
  output?: Buffer,
) => void;

export type JobRunsOptions = {
  api: KubernetesApi;
  report: ReportRun;
  cronJobOf: (job: Job) => CronJob | undefined;
  /** What a Job is a run of; null if it is not watched. */
  termsOf: (job: Job) => JobTerms | null;
  /** Until when everything is reported. What ended before then is not reported again. */
  reportedUntilMs: () => number;
  /** Without one, only what runs now is reported, and the latest end of each CronJob. */
  hasFormerWatcher: boolean;
  trouble: Follower["trouble"];
};

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** The server takes no report that is older than seven days. */
export const MAX_AGE_MS = 6.5 * DAY_MS;
/** Reports and events are on their way for less than this. What is reported twice is recorded once. */
export const OVERLAP_MS = 600_000;
const WAITING_AFTER_MS = 60_000;

/** A Job that has not ended. `reported`: whom its start was reported to. `waited`: why its containers could not start. */
type Running = { job: Job; reported: JobTerms | null; waited: string | null; lookedAtMs: number };

/** Reports each Job of a cluster as one run: its start, why it waits, and its end. */
export class JobRuns {
  readonly #options: JobRunsOptions;
  readonly #running = new Map<string, Running>();
  /** Jobs that ended before their CronJob was seen: the two lists are watched apart. */
  readonly #early = new Map<string, { job: Job; untilMs: number }>();
  /** The ends that were reported, by the Job’s uid, as long as a list may bring them again. */
  readonly #ended = new Map<string, number>();
  /** The latest end of each CronJob, until the first list is complete; null from then on. */
  #latest: Map<string, Job> | null;
  #finishing = 0;

  constructor(options: JobRunsOptions) {
    this.#options = options;
    this.#latest = options.hasFormerWatcher ? null : new Map();
  }

  /** Whether the end of a Job is being looked into. */
  get isFinishing(): boolean {
    return this.#finishing > 0;
  }

  /** Whether all Jobs that were there have been seen. */
  get isListed(): boolean {
    return this.#latest === null;
  }

  follower(): Follower {
    let present = new Set<string>();
    return {
      begin: () => {
        present = new Set();
      },
      see: (object) => {
        const job = readJob(object);
        if (!job) return;
        if (!job.end) present.add(job.uid);
        this.#see(job);
      },
      remove: (object) => {
        const job = readJob(object);
        if (!job) return;
        if (job.end) this.#see(job);
        else if (this.#running.has(job.uid)) this.#endDeleted(job);
      },
      end: () => {
        for (const { job } of this.#running.values())
          if (!present.has(job.uid) && this.isListed) this.#endDeleted(job);
        this.#reportLatest();
      },
      trouble: this.#options.trouble,
    };
  }

  /** Sees the Jobs again that ended before their CronJob was known. */
  seeEarly(cronJob: CronJob): void {
    for (const { job } of this.#early.values()) if (this.#options.cronJobOf(job) === cronJob) this.#see(job);
  }

  /** What keeps the containers of Jobs from starting is reported while they wait. */
  async lookAtWaiting(nowMs: number): Promise<void> {
    for (const running of this.#running.values()) {
      const { job, lookedAtMs, reported } = running;
      if (job.readyPods > 0 || !reported || nowMs - lookedAtMs < WAITING_AFTER_MS) continue;
      running.lookedAtMs = nowMs;
      const waited = describeWaiting(await listPods(this.#options.api, job));
      if (!waited || running.waited === waited) continue;
      running.waited = waited;
      this.#options.report(reported.terms, "log", { rid: job.uid, m: waited }, nowMs);
    }
  }

  /** Forgets what cannot come again. */
  forget(nowMs: number): void {
    const untilMs = this.#options.reportedUntilMs();
    for (const [uid, { untilMs: atMs }] of this.#early) if (atMs < nowMs) this.#early.delete(uid);
    for (const [uid, atMs] of this.#ended) if (atMs < untilMs) this.#ended.delete(uid);
  }

  /** A Job as it is now, however often and in whatever order it comes. */
  #see(job: Job): void {
    if (this.#ended.has(job.uid)) return;
    const running = this.#running.get(job.uid);
    if (!job.end) {
      const now = running ?? { job, reported: null, waited: null, lookedAtMs: Date.now() };
      now.job = job;
      this.#running.set(job.uid, now);
      this.#start(now);
      return;
    }
    const isNews = job.end.atMs > this.#options.reportedUntilMs();
    if (job.cronJob !== null && !this.#options.cronJobOf(job) && !running?.reported) {
      if (isNews) this.#early.set(job.uid, { job, untilMs: Date.now() + OVERLAP_MS });
      return;
    }
    this.#early.delete(job.uid);
    if (running || isNews) this.#finish(job, running?.waited ?? null);
    else this.#keepLatest(job);
  }

  #keepLatest(job: Job): void {
    if (!this.#latest || !job.end || job.cronJob === null || Date.now() - job.end.atMs > MAX_AGE_MS) return;
    const key = `${job.namespace}/${job.cronJob}`;
    const latest = this.#latest.get(key);
    if (!latest?.end || latest.end.atMs < job.end.atMs) this.#latest.set(key, job);
  }

  /** So that a new snitch has the status of its job at once. */
  #reportLatest(): void {
    const latest = this.#latest;
    this.#latest = null;
    for (const job of latest?.values() ?? []) this.#finish(job, null);
  }

  #start(running: Running): void {
    const { job, reported } = running;
    const found = this.#options.termsOf(job);
    if (reported || !found || job.startedAtMs === null) return;
    running.reported = found;
    this.#options.report(found.terms, "start", { rid: job.uid }, job.startedAtMs);
  }

  /** Reports an end, once its pods and its log have been read. */
  #finish(job: Job, waited: string | null): void {
    const { end } = job;
    if (!end) return;
    const { report, termsOf } = this.#options;
    this.#ended.set(job.uid, end.atMs);
    const before = this.#running.get(job.uid) ?? { reported: null, waited: null, lookedAtMs: 0 };
    const running = { ...before, job };
    this.#start(running);
    this.#running.delete(job.uid);
    const found = termsOf(job) ?? running.reported;
    if (!found) return;
    const startedAtMs = job.startedAtMs ?? job.createdAtMs;
    const parameters = { rid: job.uid, d: (Math.max(0, end.atMs - startedAtMs) / SECOND_MS).toFixed(3) };
    if (!end.isFailed) {
      report(found.terms, "0", parameters, end.atMs);
      return;
    }
    this.#finishing += 1;
    void this.#explain(job, waited, found.sendsLog)
      .then(({ message, exitStatus, output }) =>
        report(found.terms, exitStatus ?? "fail", { ...parameters, m: message }, end.atMs, output),
      )
      .finally(() => {
        this.#finishing -= 1;
      });
  }

  /** Why a Job failed, from its pods. They may be unreadable for a while: then the Job alone has to do. */
  async #explain(job: Job, waited: string | null, sendsLog: boolean) {
    const { api } = this.#options;
    try {
      const pods = await listPods(api, job);
      const { message, exitStatus, log } = describeFailure(job, pods, waited);
      const output = sendsLog ? await readLog(api, job.namespace, log).catch(() => undefined) : undefined;
      return { message, exitStatus: exitStatus === null ? null : String(exitStatus), output };
    } catch {
      return { ...describeFailure(job, [], waited), exitStatus: null, output: undefined };
    }
  }

  /** A Job that was deleted before its end was seen. */
  #endDeleted(job: Job): void {
    const { cronJobOf, report } = this.#options;
    const cronJob = cronJobOf(job);
    const { startedAtMs } = job;
    const succeededAtMs = cronJob?.lastSucceededAtMs ?? null;
    const hasSucceeded = succeededAtMs !== null && startedAtMs !== null && succeededAtMs >= startedAtMs;
    const found = this.#running.get(job.uid)?.reported;
    this.#running.delete(job.uid);
    const atMs = hasSucceeded ? succeededAtMs : Date.now();
    this.#ended.set(job.uid, atMs);
    if (!found) return;
    const replaced = cronJob?.concurrency === "Replace" ? " concurrencyPolicy is Replace." : "";
    const m = `Deleted: the Job was deleted before it ended.${replaced}`;
    if (hasSucceeded) report(found.terms, "0", { rid: job.uid }, atMs);
    else report(found.terms, "fail", { rid: job.uid, m }, atMs);
  }
}
