import { ApiRefusal, callApi } from "../client";
import type { Settings } from "../config";
import { isAny } from "../parse-response";
import { deliver } from "../spool/deliver";
import { batchPath, type KubernetesApi } from "./api";
import { Deliveries, momentOf } from "./deliveries";
import { describeFailure, describeWaiting } from "./failure";
import { type Follower, follow, pause } from "./follow";
import { listPods, readLog } from "./job-log";
import { judge, type Rules } from "./judge";
import { type CronJob, type Job, readCronJob, readJob } from "./objects";
import { DELETED, fitted, isRows, MAX_ROWS, type Row, rowsOf } from "./rows";
import { referenceTo, Snitches } from "./snitches";
import { clusterTag, readJobTerms, readTerms, slugOf, type Terms } from "./terms";
import { findTrouble } from "./trouble";

export type WatcherOptions = Rules & {
  namespace: string | null;
  settings: Settings;
  /** Until when a former watcher has reported everything; null if there was none. */
  reportedUntilMs: number | null;
  say: (text: string) => void;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The server takes no report that is older than seven days. */
const MAX_AGE_MS = 6.5 * DAY_MS;
/** Reports and events are on their way for less than this. What is reported twice is recorded once. */
const OVERLAP_MS = 10 * MINUTE_MS;
const GATHER_MS = SECOND_MS;
const LOOK_MS = 15 * SECOND_MS;
const PUBLISH_MS = 5 * MINUTE_MS;
const OWN_SCHEDULE = "every 5 minutes";
const OWN_GRACE_SECONDS = 600;
const OWN_REPORT_MS = 2 * MINUTE_MS;
const WAITING_AFTER_MS = MINUTE_MS;

const keyOf = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`;

type Found = { terms: Terms; sendsLog: boolean };
const deletionOf = (row: Row) => `deleted ${keyOf(row)} ${row.seen_at}`;
/** A Job that has not ended. `reported`: whom its start was reported to. `waited`: why its containers could not start. */
type Running = { job: Job; reported: Found | null; waited: string | null; lookedAtMs: number };

const isSameForSnitch = (one: CronJob, other: CronJob) => settingsOf(one) === settingsOf(other);
const settingsOf = ({ lastScheduledAtMs, lastSucceededAtMs: _, active: __, ...settings }: CronJob) =>
  JSON.stringify([settings, lastScheduledAtMs === null]);

/** Watches the CronJobs and Jobs of a cluster, and reports each Job as one run. */
export class Watcher {
  readonly #api: KubernetesApi;
  readonly #options: WatcherOptions;
  readonly #snitches: Snitches;
  readonly #deliveries: Deliveries;
  readonly #signal: AbortSignal;
  readonly #cronJobs = new Map<string, CronJob>();
  readonly #running = new Map<string, Running>();
  /** Jobs that ended before their CronJob was seen: the two lists are watched apart. */
  readonly #early = new Map<string, { job: Job; untilMs: number }>();
  /** The ends that were reported, by the Job's uid, as long as a list may bring them again. */
  readonly #ended = new Map<string, number>();
  /** The latest end of each CronJob, until the first lists are complete. */
  #latest: Map<string, Job> | null = new Map();
  readonly #said = new Map<string, number>();
  readonly #bareTerms = new Map<string, Terms>();
  /** CronJobs that were in the former list of the page, or are deleted. */
  #former = new Map<string, Row>();
  #published = "";
  #publishedAtMs = 0;
  #ownReportAtMs = 0;
  #sinceMs: number;
  #finishing = 0;
  #isDirty = true;
  #wake = new AbortController();
  readonly #troubles = new Map<string, { reason: string; sinceMs: number }>();

  constructor(api: KubernetesApi, options: WatcherOptions, signal: AbortSignal) {
    this.#api = api;
    this.#options = options;
    this.#signal = signal;
    this.#snitches = new Snitches(options.settings, options.cluster);
    this.#deliveries = new Deliveries(options.settings, options.say);
    const { reportedUntilMs } = options;
    // Without a former watcher, only what runs now, and the latest end of each CronJob.
    this.#sinceMs =
      reportedUntilMs === null ? Date.now() : Math.max(reportedUntilMs, Date.now() - MAX_AGE_MS);
    if (reportedUntilMs !== null) this.#latest = null;
  }

  /** Until when everything is reported, whatever becomes of this process. */
  get reportedUntilMs(): number {
    if (this.#finishing > 0 || this.#latest) return this.#sinceMs;
    const until = Math.min(this.#deliveries.oldestMs ?? Number.POSITIVE_INFINITY, Date.now()) - OVERLAP_MS;
    const troubles = [...this.#troubles.values()].map(({ sinceMs }) => sinceMs - OVERLAP_MS);
    this.#sinceMs = Math.max(this.#sinceMs, Math.min(until, ...troubles));
    return this.#sinceMs;
  }

  /** Runs until the signal. */
  async run(): Promise<void> {
    await this.#deliveries.flush();
    await this.#readFormer().catch((error) => this.#options.say((error as Error).message));
    const { namespace } = this.#options;
    let isListed = () => {};
    const firstList = new Promise<void>((resolve) => {
      isListed = resolve;
    });
    const cronJobs = follow(
      this.#api,
      batchPath("cronjobs", namespace),
      this.#cronJobFollower(isListed),
      this.#signal,
    );
    // Jobs are understood by their CronJobs, which come first.
    await Promise.race([firstList, cronJobs]);
    const jobs = follow(this.#api, batchPath("jobs", namespace), this.#jobFollower(), this.#signal);
    const looking = this.#lookAgainAndAgain();
    await Promise.all([cronJobs, jobs, looking]);
  }

  /** Waits until what is known is delivered. */
  async settle(signal: AbortSignal): Promise<void> {
    while (this.#finishing > 0 && !signal.aborted) await pause(50, signal);
    await this.#deliveries.settle(signal);
    this.#deliveries.stop();
  }

  async #readFormer(): Promise<void> {
    await this.#snitches.load();
    const rows = await callApi(this.#options.settings, {
      method: "GET",
      path: this.#path,
      maxBytes: 4 * 1024 * 1024,
      is: isRows,
    }).catch((error) => {
      if (error instanceof ApiRefusal && error.httpStatus === 404) return [];
      throw error;
    });
    this.#former = new Map(rows.map((row) => [keyOf(row), row]));
    // The former watcher has said it.
    for (const row of rows) if (row.reason === DELETED) this.#said.set(deletionOf(row), Date.now());
  }

  get #path() {
    return `/v1/kubernetes/${encodeURIComponent(this.#options.cluster)}`;
  }

  #cronJobFollower(onListed: () => void): Follower {
    let present = new Set<string>();
    return {
      begin: () => {
        present = new Set();
      },
      see: (object) => {
        const cronJob = readCronJob(object);
        if (!cronJob) return;
        const key = keyOf(cronJob);
        const before = this.#cronJobs.get(key);
        present.add(key);
        this.#cronJobs.set(key, cronJob);
        if (!before || !isSameForSnitch(before, cronJob)) this.#markDirty();
        for (const { job } of this.#early.values()) if (this.#cronJobOf(job) === cronJob) this.#see(job);
      },
      remove: (object) => {
        const cronJob = readCronJob(object);
        if (cronJob) this.#removeCronJob(keyOf(cronJob));
      },
      end: () => {
        for (const key of this.#cronJobs.keys()) if (!present.has(key)) this.#removeCronJob(key);
        for (const [key, row] of this.#former)
          if (!present.has(key) && row.snitch !== null) this.#noteDeleted(key, row);
        onListed();
      },
      trouble: (reason) => this.#noteTrouble("CronJobs", reason),
    };
  }

  #removeCronJob(key: string): void {
    const cronJob = this.#cronJobs.get(key);
    if (!cronJob) return;
    this.#cronJobs.delete(key);
    this.#markDirty();
    const { namespace, name, schedule } = cronJob;
    // It may be on its way.
    const snitch = this.#snitches.tokenOf(this.#slugOf(cronJob));
    const seen_at = new Date().toISOString();
    this.#noteDeleted(key, { namespace, name, watched: false, reason: DELETED, snitch, schedule, seen_at });
  }

  #noteDeleted(key: string, row: Row): void {
    this.#former.set(key, { ...row, watched: false, reason: DELETED });
  }

  #slugOf = ({ namespace, name }: { namespace: string; name: string }) =>
    slugOf(this.#options.cluster, "cronjob", namespace, name);

  #jobFollower(): Follower {
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
          if (!present.has(job.uid) && this.#latest === null) this.#endDeleted(job);
        this.#reportLatest();
      },
      trouble: (reason) => this.#noteTrouble("Jobs", reason),
    };
  }

  #cronJobOf = ({ namespace, cronJob }: Job) =>
    cronJob === null ? undefined : this.#cronJobs.get(`${namespace}/${cronJob}`);

  /** A Job as it is now, however often and in whatever order it comes. */
  #see(job: Job): void {
    if (this.#ended.has(job.uid)) return;
    if (job.end) {
      if (job.cronJob !== null && !this.#cronJobOf(job) && !this.#running.get(job.uid)?.reported) {
        if (job.end.atMs > this.#sinceMs) this.#early.set(job.uid, { job, untilMs: Date.now() + OVERLAP_MS });
        return;
      }
      this.#early.delete(job.uid);
      const wasRunning = this.#running.has(job.uid);
      if (!wasRunning && job.end.atMs <= this.#sinceMs) {
        this.#keepLatest(job);
        return;
      }
      this.#finish(job, this.#running.get(job.uid)?.waited ?? null);
      return;
    }
    const running = this.#running.get(job.uid) ?? {
      ...{ job, reported: null, waited: null },
      lookedAtMs: Date.now(),
    };
    running.job = job;
    this.#running.set(job.uid, running);
    this.#start(running);
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

  /** What a Job is a run of; null if it is not watched. */
  #termsOf(job: Job): Found | null {
    const { cluster } = this.#options;
    if (job.cronJob === null) {
      if (job.label !== "true") return null;
      const read = readJobTerms(cluster, job);
      if (!this.#bareTerms.has(read.terms.slug) && this.#bareTerms.size < MAX_ROWS) {
        this.#bareTerms.set(read.terms.slug, read.terms);
        for (const problem of read.problems) this.#options.say(`${keyOf(job)}: ${problem}`);
        this.#markDirty();
      }
      return read;
    }
    const cronJob = this.#cronJobOf(job);
    if (!cronJob || !judge(cronJob, this.#options, Date.now()).isWatched) return null;
    return readTerms(cluster, cronJob);
  }

  #start(running: Running): void {
    const { job, reported } = running;
    const found = this.#termsOf(job);
    if (reported || !found || job.startedAtMs === null) return;
    running.reported = found;
    this.#report(found.terms, "start", { rid: job.uid }, job.startedAtMs);
  }

  /** Reports an end, once its pods and its log have been read. */
  #finish(job: Job, waited: string | null): void {
    const { end } = job;
    if (!end) return;
    this.#ended.set(job.uid, end.atMs);
    const running = {
      ...(this.#running.get(job.uid) ?? { reported: null, waited: null, lookedAtMs: 0 }),
      job,
    };
    this.#start(running);
    this.#running.delete(job.uid);
    const found = this.#termsOf(job) ?? running.reported;
    if (!found) return;
    const startedAtMs = job.startedAtMs ?? job.createdAtMs;
    const parameters = { rid: job.uid, d: (Math.max(0, end.atMs - startedAtMs) / SECOND_MS).toFixed(3) };
    if (!end.isFailed) {
      this.#report(found.terms, "0", parameters, end.atMs);
      return;
    }
    this.#finishing += 1;
    void this.#explain(job, waited, found.sendsLog)
      .then(({ message, exitStatus, output }) =>
        this.#report(found.terms, exitStatus ?? "fail", { ...parameters, m: message }, end.atMs, output),
      )
      .finally(() => {
        this.#finishing -= 1;
      });
  }

  /** Why a Job failed, from its pods. They may be unreadable for a while: then the Job alone has to do. */
  async #explain(job: Job, waited: string | null, sendsLog: boolean) {
    try {
      const pods = await listPods(this.#api, job);
      const { message, exitStatus, log } = describeFailure(job, pods, waited);
      const output = sendsLog
        ? await readLog(this.#api, job.namespace, log).catch(() => undefined)
        : undefined;
      return { message, exitStatus: exitStatus === null ? null : String(exitStatus), output };
    } catch {
      return { ...describeFailure(job, [], waited), exitStatus: null, output: undefined };
    }
  }

  /** A Job that was deleted before its end was seen. */
  #endDeleted(job: Job): void {
    const cronJob = this.#cronJobOf(job);
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
    if (hasSucceeded) this.#report(found.terms, "0", { rid: job.uid }, atMs);
    else this.#report(found.terms, "fail", { rid: job.uid, m }, atMs);
  }

  #report(
    terms: Terms,
    signal: string,
    parameters: Record<string, string>,
    atMs: number,
    output?: Buffer,
  ): void {
    const snitch = referenceTo(terms);
    try {
      this.#deliveries.add(
        { snitch, signal, parameters: { ...parameters, host: this.#options.cluster } },
        atMs,
        output,
      );
    } catch (error) {
      this.#options.say(`Could not write to the spool: ${(error as Error).message}`);
    }
  }

  async #lookAgainAndAgain(): Promise<void> {
    while (!this.#signal.aborted) {
      const nowMs = Date.now();
      let waking = [this.#signal, this.#wake.signal];
      try {
        await this.#synchronize(nowMs);
        this.#reportTrouble(nowMs);
        await this.#lookAtWaiting(nowMs);
      } catch (error) {
        waking = [this.#signal];
        this.#sayOnce(`sync ${(error as Error).message}`, (error as Error).message, nowMs);
      }
      await this.#reportOwn(nowMs);
      this.#forget(nowMs);
      await pause(LOOK_MS, AbortSignal.any(waking));
      this.#wake = new AbortController();
      // Many things change together.
      await pause(GATHER_MS, this.#signal);
    }
  }

  #markDirty(): void {
    this.#isDirty = true;
    this.#wake.abort();
  }

  /** Makes the server's snitches and page what the cluster is. */
  async #synchronize(nowMs: number): Promise<void> {
    if (!this.#isDirty && nowMs - this.#publishedAtMs < PUBLISH_MS) return;
    this.#isDirty = false;
    try {
      const watched = [...this.#cronJobs.values()].filter(
        (cronJob) => judge(cronJob, this.#options, nowMs).isWatched,
      );
      const terms = watched.map((cronJob) => readTerms(this.#options.cluster, cronJob).terms);
      const all = [this.#ownTerms, ...terms, ...this.#bareTerms.values()];
      await this.#snitches.make(all);
      this.#deliveries.open();
      await this.#snitches.adjust(all);
      for (const cronJob of watched) {
        const wasSuspended = this.#former.get(keyOf(cronJob))?.reason.startsWith("suspended");
        if (cronJob.isSuspended || wasSuspended)
          await this.#snitches.setPaused(this.#slugOf(cronJob), cronJob.isSuspended);
      }
      await this.#publish(nowMs);
    } catch (error) {
      this.#isDirty = true;
      throw error;
    } finally {
      this.#deliveries.open();
    }
  }

  async #publish(nowMs: number): Promise<void> {
    const rows = rowsOf(this.#cronJobs.values(), this.#options, this.#snitches, new Date(nowMs)).map(
      ({ command: _, ...row }): Row => row,
    );
    const problems = rows.filter(({ watched, reason }) => watched && reason !== "");
    for (const row of problems)
      this.#sayOnce(`${keyOf(row)} ${row.reason}`, `${keyOf(row)}: ${row.reason}`, nowMs);
    const there = new Set(rows.map(keyOf));
    const deleted = [...this.#former.values()]
      .filter((row) => !there.has(keyOf(row)) && row.reason === DELETED)
      .map((row) => ({ ...row, snitch: row.snitch ?? this.#snitches.tokenOf(this.#slugOf(row)) }))
      .filter(({ snitch }) => snitch !== null);
    for (const row of deleted)
      this.#sayOnce(
        deletionOf(row),
        `${keyOf(row)} was deleted from the cluster. Its snitch will alert: pause or delete it.`,
        nowMs,
      );
    const all = fitted([...rows, ...deleted]);
    const text = JSON.stringify(all.map(({ seen_at: _, ...row }) => row));
    if (text === this.#published && nowMs - this.#publishedAtMs < PUBLISH_MS) return;
    // An earlier version of the server has no page for it.
    await callApi(this.#options.settings, { method: "PUT", path: this.#path, body: all, is: isAny }).catch(
      (error) => {
        if (!(error instanceof ApiRefusal && error.httpStatus === 404)) throw error;
        this.#sayOnce(
          "page",
          `${this.#options.settings.url} does not show clusters: ${error.message}`,
          nowMs,
        );
      },
    );
    this.#published = text;
    this.#publishedAtMs = nowMs;
    this.#former = new Map(all.map((row) => [keyOf(row), row]));
  }

  #reportTrouble(nowMs: number): void {
    for (const cronJob of this.#cronJobs.values()) {
      if (!judge(cronJob, this.#options, nowMs).isWatched) continue;
      const trouble = findTrouble(cronJob, nowMs);
      if (!trouble || trouble.atMs <= this.#sinceMs || this.#said.has(trouble.id)) continue;
      this.#said.set(trouble.id, nowMs);
      const { terms } = readTerms(this.#options.cluster, cronJob);
      this.#report(terms, "log", { rid: trouble.id, m: trouble.message }, trouble.atMs);
    }
  }

  /** What keeps the containers of Jobs from starting is reported while they wait. */
  async #lookAtWaiting(nowMs: number): Promise<void> {
    for (const running of this.#running.values()) {
      const { job, lookedAtMs, reported } = running;
      if (job.readyPods > 0 || !reported || nowMs - lookedAtMs < WAITING_AFTER_MS) continue;
      running.lookedAtMs = nowMs;
      const waited = describeWaiting(await listPods(this.#api, job));
      if (!waited || running.waited === waited) continue;
      running.waited = waited;
      this.#report(reported.terms, "log", { rid: job.uid, m: waited }, nowMs);
    }
  }

  get #ownTerms(): Terms {
    const { cluster } = this.#options;
    return {
      slug: slugOf(cluster, "watcher", "", ""),
      name: `Kubernetes watcher of ${cluster}`,
      schedule: OWN_SCHEDULE,
      timezone: "UTC",
      grace: OWN_GRACE_SECONDS,
      tags: [clusterTag(cluster)],
      expects: "finish",
      max_runtime: null,
    };
  }

  /** Its own snitch: an error while the API server cannot be reached. That Tattle cannot be reached is a miss. */
  async #reportOwn(nowMs: number): Promise<void> {
    if (nowMs - this.#ownReportAtMs < OWN_REPORT_MS) return;
    this.#ownReportAtMs = nowMs;
    const lasting = [...this.#troubles].find(([, { sinceMs }]) => nowMs - sinceMs >= MINUTE_MS);
    const m = lasting ? `${lasting[0]} cannot be watched: ${lasting[1].reason}` : "";
    const report = {
      server: this.#options.settings.url,
      snitch: referenceTo(this.#ownTerms),
      signal: m ? "fail" : "0",
      parameters: { host: this.#options.cluster, ...(m && { m: m.slice(0, 240) }) },
      at: momentOf(nowMs),
    };
    const result = await deliver(report, Buffer.alloc(0), this.#options.settings, { timeoutMs: 10_000 });
    if (result.outcome !== "delivered")
      this.#sayOnce(`own ${result.reason}`, `Tattle: ${result.reason}`, nowMs);
  }

  #noteTrouble(what: string, reason: string | null): void {
    if (reason === null) {
      if (this.#troubles.delete(what)) this.#options.say(`${what} can be watched again.`);
      return;
    }
    if (this.#troubles.has(what)) return;
    this.#troubles.set(what, { reason, sinceMs: Date.now() });
    this.#options.say(`${what} cannot be watched: ${reason}`);
  }

  #sayOnce(id: string, text: string, nowMs: number): void {
    if (!this.#said.has(id)) this.#options.say(text);
    this.#said.set(id, nowMs);
  }

  /** What cannot come again. */
  #forget(nowMs: number): void {
    const untilMs = this.reportedUntilMs;
    for (const [uid, { untilMs: atMs }] of this.#early) if (atMs < nowMs) this.#early.delete(uid);
    for (const [uid, atMs] of this.#ended) if (atMs < untilMs) this.#ended.delete(uid);
    for (const [id, atMs] of this.#said) if (nowMs - atMs > 2 * DAY_MS) this.#said.delete(id);
  }
}
