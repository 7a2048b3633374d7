import type { Settings } from "../config";
import { readMoment } from "../moment";
import { deliver } from "../spool/deliver";
import { flushSpool } from "../spool/flush";
import type { Report } from "../spool/report";
import { makeRoom, readSpooled, removeSpooled, spool } from "../spool/spool";
import { pause } from "./follow";

const TIMEOUT_MS = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** The spool is listed once in so many reports. */
const ROOM_EVERY = 100;
/** Several at a time, but those of one snitch in their order. */
const CONCURRENT = 4;

/** A report as it is queued: `file` has the rest, so that thousands that wait take no memory. */
type Queued = { file: string; atMs: number };
type Lane = { queue: Queued[]; notBeforeMs: number };

/** Delivers reports from the spool in the order of each snitch, again and again until the server has them. */
export class Deliveries {
  readonly #settings: Settings;
  readonly #say: (text: string) => void;
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #added = 0;
  #waitMs = FIRST_WAIT_MS;
  #notBeforeMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #isStopped = false;

  constructor(settings: Settings, say: (text: string) => void) {
    this.#settings = settings;
    this.#say = say;
  }

  /** Begins to deliver: the snitches were made, as far as that was possible. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#work();
  }

  /** What a former process left. */
  async flush(): Promise<void> {
    await flushSpool(this.#settings, { isStopped: () => this.#isStopped });
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** The time of the oldest report that the server does not have; null if it has all. */
  get oldestMs(): number | null {
    const times = [...this.#lanes.values()].flatMap(({ queue }) => queue.map(({ atMs }) => atMs));
    return times.length > 0 ? times.reduce((least, atMs) => Math.min(least, atMs)) : null;
  }

  /** Stores a report and queues it. `atMs`: when it happened, by the clock of the cluster. */
  add(report: Omit<Report, "at" | "server">, atMs: number, output: Buffer = Buffer.alloc(0)): void {
    const at = momentOf(atMs);
    const file = spool({ ...report, server: this.#settings.url, at }, output);
    const warning = this.#added % ROOM_EVERY === 0 ? makeRoom() : null;
    this.#added += 1;
    if (warning) this.#say(warning);
    const { snitch } = report;
    const key = snitch.kind === "slug" ? snitch.slug : "";
    const lane = this.#lanes.get(key) ?? { queue: [], notBeforeMs: 0 };
    lane.queue.push({ file, atMs });
    this.#lanes.set(key, lane);
    this.#work();
  }

  /** Waits until all is delivered, or the signal. */
  async settle(signal: AbortSignal): Promise<void> {
    while (this.waiting > 0 && !signal.aborted) await pause(50, signal);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #work(): void {
    if (this.#isStopped || !this.#isOpen) return;
    const nowMs = Date.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [key, lane] of this.#lanes) {
      if (this.#running >= CONCURRENT) return;
      const readyMs = Math.max(lane.notBeforeMs, this.#notBeforeMs);
      if (readyMs > nowMs) nextMs = Math.min(nextMs, readyMs);
      else void this.#deliverFirst(key, lane);
    }
    clearTimeout(this.#timer);
    if (nextMs < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#work(), nextMs - nowMs);
  }

  async #deliverFirst(key: string, lane: Lane): Promise<void> {
    const [first] = lane.queue;
    if (!first) return;
    this.#running += 1;
    lane.notBeforeMs = Number.POSITIVE_INFINITY;
    lane.notBeforeMs = await this.#deliver(first, lane);
    this.#running -= 1;
    if (lane.queue.length === 0) this.#lanes.delete(key);
    this.#work();
  }

  /** Returns when the next report of this snitch may be sent. */
  async #deliver({ file }: Queued, lane: Lane): Promise<number> {
    const spooled = readSpooled(file);
    const result = spooled
      ? await deliver(spooled.report, spooled.output, this.#settings, {
          timeoutMs: TIMEOUT_MS,
          isRepeat: true,
        })
      : ({ outcome: "refused", reason: "its file in the spool was removed" } as const);
    if (result.outcome === "failed") {
      if (result.retryAfterMs !== null) return Date.now() + result.retryAfterMs;
      if (this.#waitMs === FIRST_WAIT_MS) this.#say(`Could not report yet: ${result.reason}`);
      this.#notBeforeMs = Date.now() + this.#waitMs * (0.5 + Math.random());
      this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
      return 0;
    }
    if (result.outcome === "refused") this.#say(`Could not report: ${result.reason}`);
    this.#waitMs = FIRST_WAIT_MS;
    lane.queue.shift();
    removeSpooled(file);
    return 0;
  }
}

/** This machine's moment of a time of the cluster. One that is ahead of us is now. */
export function momentOf(atMs: number) {
  const now = readMoment();
  const agoMs = Math.max(0, now.wallMs - atMs);
  return {
    ...now,
    wallMs: now.wallMs - agoMs,
    uptimeMs: now.uptimeMs === null ? null : now.uptimeMs - agoMs,
  };
}
