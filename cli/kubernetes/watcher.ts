import type { Settings } from "../config";
import { deliver } from "../spool/deliver";
import { batchPath, type KubernetesApi } from "./api";
import { ClusterPage, keyOf } from "./cluster-page";
import { Deliveries, momentOf } from "./deliveries";
import { type Follower, follow, pause } from "./follow";
import { JobRuns, MAX_AGE_MS, OVERLAP_MS, type ReportRun } from "./job-runs";
import { judge, type Rules } from "./judge";
import { type CronJob, type Job, readCronJob } from "./objects";
import { MAX_ROWS } from "./rows";
import { referenceTo, Snitches } from "./snitches";
import { clusterTag, type JobTerms, readJobTerms, readTerms, slugOf, type Terms } from "./terms";
import { findTrouble } from "./trouble";

export type WatcherOptions = Rules & {
  namespace: string | null;
  settings: Settings;
  /** Until when a former watcher has reported everything; null if there was none. */
  reportedUntilMs: number | null;
  say: (text: string) => void;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const GATHER_MS = 1_000;
const LOOK_MS = 15_000;
const OWN_SCHEDULE = "every 5 minutes";
const OWN_GRACE_SECONDS = 600;
const OWN_REPORT_MS = 2 * MINUTE_MS;

const isSameForSnitch = (one: CronJob, other: CronJob) => settingsOf(one) === settingsOf(other);
const settingsOf = ({ lastScheduledAtMs, lastSucceededAtMs: _, active: __, ...settings }: CronJob) =>
  JSON.stringify([settings, lastScheduledAtMs === null]);

/** Watches the CronJobs and Jobs of a cluster: makes its snitches, reports each Job as one run, and publishes what it watches. */
export class Watcher {
  readonly #api: KubernetesApi;
  readonly #options: WatcherOptions;
  readonly #snitches: Snitches;
  readonly #deliveries: Deliveries;
  readonly #page: ClusterPage;
  readonly #runs: JobRuns;
  readonly #signal: AbortSignal;
  readonly #cronJobs = new Map<string, CronJob>();
  readonly #bareTerms = new Map<string, Terms>();
  /** When each text was last due, by its id. */
  readonly #said = new Map<string, number>();
  readonly #troubles = new Map<string, { reason: string; sinceMs: number }>();
  #sinceMs: number;
  #ownReportAtMs = 0;
  #isDirty = true;
  #wake = new AbortController();

  constructor(api: KubernetesApi, options: WatcherOptions, signal: AbortSignal) {
    this.#api = api;
    this.#options = options;
    this.#signal = signal;
    this.#snitches = new Snitches(options.settings, options.cluster);
    this.#deliveries = new Deliveries(options.settings, options.say);
    this.#page = new ClusterPage(options.settings, options, this.#snitches);
    const { reportedUntilMs } = options;
    this.#sinceMs = Math.max(reportedUntilMs ?? Date.now(), Date.now() - MAX_AGE_MS);
    this.#runs = new JobRuns({
      api,
      report: this.#report,
      cronJobOf: this.#cronJobOf,
      termsOf: this.#termsOf,
      reportedUntilMs: () => this.#sinceMs,
      hasFormerWatcher: reportedUntilMs !== null,
      trouble: (reason) => this.#noteTrouble("Jobs", reason),
    });
  }

  /** Until when everything is reported, whatever becomes of this process. */
  get reportedUntilMs(): number {
    if (this.#runs.isFinishing || !this.#runs.isListed) return this.#sinceMs;
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
    let onListed = () => {};
    const firstList = new Promise<void>((resolve) => {
      onListed = resolve;
    });
    const cronJobs = follow(
      this.#api,
      batchPath("cronjobs", namespace),
      this.#cronJobFollower(onListed),
      this.#signal,
    );
    // Jobs are understood by their CronJobs, which come first.
    await Promise.race([firstList, cronJobs]);
    const jobs = follow(this.#api, batchPath("jobs", namespace), this.#runs.follower(), this.#signal);
    await Promise.all([cronJobs, jobs, this.#lookAgainAndAgain()]);
  }

  /** Waits until what is known is delivered. */
  async settle(signal: AbortSignal): Promise<void> {
    while (this.#runs.isFinishing && !signal.aborted) await pause(50, signal);
    await this.#deliveries.settle(signal);
    this.#deliveries.stop();
  }

  async #readFormer(): Promise<void> {
    await this.#snitches.load();
    await this.#page.readFormer((id) => this.#said.set(id, Date.now()));
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
        this.#runs.seeEarly(cronJob);
      },
      remove: (object) => {
        const cronJob = readCronJob(object);
        if (cronJob) this.#removeCronJob(keyOf(cronJob));
      },
      end: () => {
        for (const key of this.#cronJobs.keys()) if (!present.has(key)) this.#removeCronJob(key);
        this.#page.noteMissing((key) => present.has(key));
        onListed();
      },
      trouble: (reason) => this.#noteTrouble("CronJobs", reason),
    };
  }

  #removeCronJob(key: string): void {
    const cronJob = this.#cronJobs.get(key);
    if (!cronJob) return;
    this.#cronJobs.delete(key);
    this.#page.noteDeleted(cronJob);
    this.#markDirty();
  }

  #cronJobOf = ({ namespace, cronJob }: Job): CronJob | undefined =>
    cronJob === null ? undefined : this.#cronJobs.get(`${namespace}/${cronJob}`);

  /** What a Job is a run of; null if it is not watched. */
  #termsOf = (job: Job): JobTerms | null => {
    const { cluster } = this.#options;
    if (job.cronJob === null) return job.label === "true" ? this.#bareTermsOf(job) : null;
    const cronJob = this.#cronJobOf(job);
    if (!cronJob || !judge(cronJob, this.#options, Date.now()).isWatched) return null;
    return readTerms(cluster, cronJob);
  };

  #bareTermsOf(job: Job): JobTerms {
    const read = readJobTerms(this.#options.cluster, job);
    if (!this.#bareTerms.has(read.terms.slug) && this.#bareTerms.size < MAX_ROWS) {
      this.#bareTerms.set(read.terms.slug, read.terms);
      for (const problem of read.problems) this.#options.say(`${keyOf(job)}: ${problem}`);
      this.#markDirty();
    }
    return read;
  }

  #report: ReportRun = (terms, signal, parameters, atMs, output) => {
    const { cluster, say } = this.#options;
    const report = { snitch: referenceTo(terms), signal, parameters: { ...parameters, host: cluster } };
    try {
      this.#deliveries.add(report, atMs, output);
    } catch (error) {
      say(`Could not write to the spool: ${(error as Error).message}`);
    }
  };

  async #lookAgainAndAgain(): Promise<void> {
    while (!this.#signal.aborted) {
      const nowMs = Date.now();
      let waking = [this.#signal, this.#wake.signal];
      try {
        await this.#synchronize(nowMs);
        this.#reportTrouble(nowMs);
        await this.#runs.lookAtWaiting(nowMs);
      } catch (error) {
        waking = [this.#signal];
        this.#sayOnce(`sync ${(error as Error).message}`, (error as Error).message);
      }
      await this.#reportOwn(nowMs);
      for (const [id, atMs] of this.#said) if (nowMs - atMs > 2 * DAY_MS) this.#said.delete(id);
      this.#runs.forget(nowMs);
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

  /** Makes the server’s snitches and page what the cluster is. */
  async #synchronize(nowMs: number): Promise<void> {
    if (!this.#isDirty && !this.#page.isDue(nowMs)) return;
    this.#isDirty = false;
    try {
      const cronJobs = [...this.#cronJobs.values()].filter(
        (cronJob) => judge(cronJob, this.#options, nowMs).isWatched,
      );
      const terms = cronJobs.map((cronJob) => readTerms(this.#options.cluster, cronJob).terms);
      const all = [this.#ownTerms, ...terms, ...this.#bareTerms.values()];
      await this.#snitches.make(all);
      this.#deliveries.open();
      await this.#snitches.adjust(all);
      for (const cronJob of cronJobs) await this.#followSuspension(cronJob);
      await this.#page.publish(this.#cronJobs.values(), nowMs, this.#sayOnce);
    } catch (error) {
      this.#isDirty = true;
      throw error;
    } finally {
      this.#deliveries.open();
    }
  }

  /** A pause that someone else began is not ended. */
  async #followSuspension(cronJob: CronJob): Promise<void> {
    const { namespace, name, isSuspended } = cronJob;
    if (isSuspended || this.#page.wasSuspended(cronJob))
      await this.#snitches.setPaused(slugOf(this.#options.cluster, "cronjob", namespace, name), isSuspended);
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
    if (result.outcome !== "delivered") this.#sayOnce(`own ${result.reason}`, `Tattle: ${result.reason}`);
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

  #sayOnce = (id: string, text: string): void => {
    if (!this.#said.has(id)) this.#options.say(text);
    this.#said.set(id, Date.now());
  };
}
