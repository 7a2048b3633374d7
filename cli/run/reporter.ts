import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Settings } from "../config";
import { loadHttp } from "../http";
import { type Moment, readMoment } from "../moment";
import type { SnitchReference } from "../server";
import { type Attempt, type DeliveryResult, deliver } from "../spool/deliver";
import { flushSpool } from "../spool/flush";
import type { Report } from "../spool/report";
import { makeRoom, removeSpooled, spool } from "../spool/spool";
import type { Metrics } from "./metrics";

/** A job waits so long for its last report at most; then the report stays in the spool. */
const TIMEOUT_MS = 5_000;
/** How long a run that has ended goes on delivering what earlier ones have left. */
const BACKLOG_MS = 1_000;
/** How long the end of a short job waits for the response to its start. */
const START_WAIT_MS = 1_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;
const NO_OUTPUT = Buffer.alloc(0);

/** A report, and its file in the spool: null if the disk did not take it. */
type Stored = { report: Report; output: Buffer; file: string | null };
type Started = { stored: Stored; result: DeliveryResult };
type End = { durationMs: number; status: number; message: string | null };

/** Reports one run. Nothing in it throws: whatever fails is said in one line, and the job goes on. */
export class Reporter {
  readonly #snitch: SnitchReference;
  readonly #settings: Settings | null;
  readonly #common: Record<string, string>;
  #isOver = false;
  #hasEnded = false;
  #wake = () => {};
  #starting: Promise<Started | null> = Promise.resolve(null);
  readonly #startAttempt = new AbortController();
  #backlog: Promise<void> | null = null;
  #warning: string | null = null;
  #end: Stored | null = null;

  constructor(snitch: SnitchReference, settings: Settings | null, environment: string | undefined) {
    this.#snitch = snitch;
    this.#settings = settings;
    this.#common = { rid: randomUUID(), host: hostname(), ...(environment && { env: environment }) };
  }

  /** The first thing that went wrong. */
  get warning() {
    return this.#warning;
  }

  warn(text: string): void {
    this.#warning ??= text;
  }

  /** Loads what the first report needs. */
  prepare(): void {
    const url = this.#snitch.kind === "url" ? this.#snitch.checkInUrl : this.#settings?.url;
    if (url) void loadHttp(url);
  }

  /** Begins to report the start, and tries again while the job runs. */
  start(at: Moment): void {
    this.#starting = this.#sendStart(this.#spool(this.#describe("start", {}, at), NO_OUTPUT));
  }

  /** Stores the end at once: if we are killed while we collect what the job has printed, it is reported without that. */
  end({ durationMs, status, message }: End): void {
    const parameters = { d: (durationMs / 1_000).toFixed(3), ...(message && { m: message }) };
    const report = this.#describe(String(status), parameters, readMoment());
    try {
      this.#end = { report, output: NO_OUTPUT, file: spool(report, NO_OUTPUT, false) };
    } catch {
      // Said when it is stored with its output.
      this.#end = { report, output: NO_OUTPUT, file: null };
    }
  }

  /**
   * Reports the end that was stored. When it returns, the report is delivered, or waits in the spool. The start of a short job is still on its way:
   * the end follows it, so that they do not arrive the wrong way round.
   */
  async finish(output: Buffer = NO_OUTPUT, metrics: Metrics = {}): Promise<void> {
    if (!this.#end) throw new Error("The end is stored before it is reported.");
    const finish = this.#complete(this.#end, output, metrics);
    this.#isOver = true;
    this.#wake();
    await Promise.race([this.#starting, sleep(START_WAIT_MS)]);
    this.#startAttempt.abort();
    const ended = await this.#deliver(finish);
    this.#conclude(finish, ended);
    const started = await this.#starting;
    if (started && ended.outcome === "delivered" && started.result.outcome === "failed")
      started.result = await this.#deliver(started.stored, { isRepeat: true });
    if (started) this.#conclude(started.stored, started.result);
    if (this.#backlog) await Promise.race([this.#backlog, sleep(BACKLOG_MS)]);
    this.#hasEnded = true;
  }

  /** Reports that the job was not run. It changes no status. */
  async skip(message: string): Promise<void> {
    const stored = this.#spool(this.#describe("log", { m: message }, readMoment()), NO_OUTPUT);
    this.#conclude(stored, await this.#deliver(stored));
  }

  #describe(signal: string, parameters: Record<string, string>, at: Moment): Report {
    const server = this.#snitch.kind === "url" ? null : (this.#settings?.url ?? null);
    return { server, snitch: this.#snitch, signal, parameters: { ...this.#common, ...parameters }, at };
  }

  async #sendStart(stored: Stored): Promise<Started> {
    const { signal } = this.#startAttempt;
    let result = await this.#deliver(stored, { signal });
    for (let waitMs = FIRST_RETRY_MS; this.#mayRetry(result); waitMs = longer(waitMs)) {
      await this.#pause(Math.max(result.retryAfterMs ?? 0, jitter(waitMs)));
      result = await this.#deliver(stored, { signal, isRepeat: true });
    }
    if (result.outcome === "delivered") this.#conclude(stored, result);
    return { stored, result };
  }

  #mayRetry(result: DeliveryResult): result is DeliveryResult & { outcome: "failed" } {
    return result.outcome === "failed" && !this.#isOver;
  }

  #conclude({ file }: Stored, result: DeliveryResult): void {
    if (file && result.outcome !== "failed") removeSpooled(file);
    if (result.outcome === "refused") this.warn(`could not report: ${result.reason}`);
    if (result.outcome === "failed")
      this.warn(`could not report ${file ? "yet" : "at all"}: ${result.reason}`);
    if (result.outcome === "delivered") this.#backlog ??= this.#deliverBacklog();
  }

  #complete(end: Stored, output: Buffer, metrics: Metrics): Stored {
    const { parameters } = end.report;
    const finish = this.#spool({ ...end.report, parameters: { ...parameters, ...metrics } }, output);
    if (end.file && finish.file && end.file !== finish.file) removeSpooled(end.file);
    return { ...finish, file: finish.file ?? end.file };
  }

  /** Stored before it is sent, so that it outlives whatever happens to us. */
  #spool(report: Report, output: Buffer): Stored {
    try {
      const file = spool(report, output);
      const warning = makeRoom();
      if (warning) this.warn(warning);
      return { report, output, file };
    } catch (error) {
      this.warn(`could not write to the spool: ${(error as Error).message}`);
      return { report, output, file: null };
    }
  }

  async #deliver({ report, output }: Stored, attempt: Partial<Attempt> = {}): Promise<DeliveryResult> {
    try {
      return await deliver(report, output, this.#settings, { timeoutMs: TIMEOUT_MS, ...attempt });
    } catch (error) {
      return { outcome: "failed", reason: (error as Error).message, retryAfterMs: null };
    }
  }

  /** What earlier runs could not deliver. If anything goes wrong with it, it stays for later. */
  async #deliverBacklog(): Promise<void> {
    await flushSpool(this.#settings, { isStopped: () => this.#hasEnded }).catch(() => {});
  }

  /** Until the time is over, or the job is. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const jitter = (ms: number) => ms * (0.5 + Math.random());
const longer = (ms: number) => Math.min(ms * 2, LONGEST_RETRY_MS);
/** Keeps no one waiting who has nothing else to do. */
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
