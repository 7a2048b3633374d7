import { setImmediate as nextTurn } from "node:timers/promises";
import { remember } from "@epic-web/remember";
import { startListener } from "@/lib/outages/listener";
import { startRecorder } from "@/lib/outages/recorder";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { watchStallsOnDemand } from "@/lib/platform/database-stall";
import { isConnectionError } from "@/lib/platform/db-errors";
import { newId } from "@/lib/platform/new-id";
import { type CheckIn, type CheckInResult, receivedAt } from "@/lib/rules/reports/check-in";
import { run } from "./connection";
import { countBatch } from "./count";
import { followKey, isKnownFormerKey } from "./former-keys";
import { OutageJournal } from "./journal/outage-journal";
import { KeyedQueue, type QueuedCheckIn, type QueueName } from "./keyed-queue";
import { noteArrivals } from "./note-arrivals";
import { type RecordResult, record } from "./record";
import { isToken } from "./url";

/** How batches are made. `max`: how many check-ins one has at most. `atOnce`: how many are in progress at most. */
type Batching = { max: number; atOnce: number };

const BATCHES: Record<QueueName, Batching> = {
  routine: { max: 500, atOnce: 2 },
  // A change takes ten times as long as a routine check-in, and the process responds to no one while it applies a batch: batches are
  // small. With two at once, a tenth more changes are recorded in a second, but check-ins of others take twice as long.
  changes: { max: 128, atOnce: 1 },
};

/**
 * While so many changes are queued, there is a rush: they are recorded, and the workers apply them. Small batches are as fast as
 * they arrive, and leave others their share of the machine. A single client with 64 connections can make a rush.
 */
const RUSH = { from: 32, max: 64 };

/**
 * To begin a batch costs as much as ten of its check-ins. So while check-ins overlap, routine batches begin this far apart, unless
 * many wait: at a thousand a second three or four share a batch. One client that sends one after another does not wait.
 */
const GATHER = { ms: 3, enough: 24 };

/** In a rush, so many requests get responses before the process turns to others. */
const SETTLED_AT_ONCE = 16;

/** How often this process looks for journals of processes that ended. */
const ADOPT_INTERVAL_MS = 10_000;

/** How long check-ins wait for the database to know this process. Then they go to the journal until it does. */
const REGISTRATION_MS = 3_000;

/**
 * Records the check-ins of this process by group commit: those that arrive while a transaction is in progress share the
 * next one. While the database is unavailable they go into a journal, which is replayed before any later check-in.
 */
class Batcher {
  private readonly queue = new KeyedQueue();
  private readonly journal = new OutageJournal(this.queue, () => this.schedule());
  private readonly inProgress = { routine: new Set<QueuedCheckIn[]>(), changes: new Set<QueuedCheckIn[]>() };
  private isScheduled = false;
  /** The latest routine batch: when it began, by `performance.now()`, and how many check-ins it has. */
  private latestRoutine = { beganAt: Number.NEGATIVE_INFINITY, size: 0 };
  private gathering: NodeJS.Timeout | undefined;
  /** Whether the database knows of this process. A check-in that is recorded before may raise an alert that it knows to be false. */
  private registration: "done" | "awaited" | "late" = "done";

  add(checkIn: CheckIn): Promise<CheckInResult> {
    return new Promise((resolve) => {
      this.queue.add({ checkIn, resolve });
      this.schedule();
    });
  }

  /** Takes over the journals of processes that ended before they replayed them. */
  adoptJournals = () => this.journal.adopt();

  /** Records check-ins once the registration has ended. */
  register(registration: Promise<void>): void {
    const become = (state: "done" | "late") => {
      this.registration = state;
      this.schedule();
    };
    this.registration = "awaited";
    const timer = setTimeout(become, REGISTRATION_MS, "late");
    registration.then(() => {
      clearTimeout(timer);
      become("done");
    });
  }

  /** How long ago a check-in was last refused because it could be kept nowhere; infinite if none was. */
  get msSinceLoss(): number {
    return performance.now() - this.journal.lostAt;
  }

  /** How long ago the oldest check-in arrived that may be lost from sight: see `UnrecordedMs`. */
  get unrecordedMs(): number {
    if (!this.journal.isAnnounced) return Number.POSITIVE_INFINITY;
    const nowMs = Date.now();
    const { routine, changes } = this.inProgress;
    const waiting = [...routine, ...changes, this.queue.waiting].flat();
    return waiting.reduce((ms, { checkIn }) => Math.max(ms, nowMs - receivedAt(checkIn).getTime()), 0);
  }

  /** Starts batches after the current I/O events, so that requests that arrived together share a batch. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (this.journal.isActive) this.journal.write();
      else if (this.registration === "late") this.journalWaiting();
      else if (this.registration === "done") {
        this.startBatches("routine");
        this.startBatches("changes");
      }
    });
  }

  private journalWaiting(): void {
    if (this.queue.waiting.length > 0)
      this.journal.activate(new Error("The database does not know this process."));
  }

  private startBatches(name: QueueName): void {
    const inProgress = this.inProgress[name];
    for (;;) {
      const isRush = name === "changes" && this.isRush;
      const { max, atOnce } = BATCHES[name];
      if (this.queue.lengthOf(name) === 0 || inProgress.size >= atOnce) return;
      if (name === "routine" && this.isGathering()) return;
      const batch = this.queue.take(name, isRush ? RUSH.max : max);
      if (batch.length === 0) return;
      if (name === "routine") this.latestRoutine = { beganAt: performance.now(), size: batch.length };
      inProgress.add(batch);
      this.recordBatch(name, batch, isRush).finally(() => {
        inProgress.delete(batch);
        this.schedule();
      });
    }
  }

  /** Whether the next routine batch waits for more check-ins. It is scheduled then. */
  private isGathering(): boolean {
    const { beganAt, size } = this.latestRoutine;
    const queued = this.queue.lengthOf("routine");
    const isAlone = queued === 1 && size <= 1 && this.inProgress.routine.size === 0;
    const waitMs = beganAt + GATHER.ms - performance.now();
    if (isAlone || queued >= GATHER.enough || waitMs <= 0) return false;
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.schedule();
    }, waitMs);
    return true;
  }

  private get isRush(): boolean {
    return this.queue.lengthOf("changes") >= RUSH.from;
  }

  private async recordBatch(name: QueueName, batch: QueuedCheckIn[], isRush: boolean): Promise<void> {
    const startedAt = performance.now();
    try {
      const results = await record(
        batch.map(({ checkIn }) => checkIn),
        { replayed: false, queue: name, isRush },
      );
      const changes = batch.filter((_, i) => results[i]?.kind === "to changes");
      this.queue.release(batch);
      if (changes.length > 0) this.queue.moveToChanges(changes);
      noteArrivals(batch, results);
      countBatch(results, performance.now() - startedAt);
      this.journal.noteRecorded(batch, results);
      await settle(batch, results, isRush ? SETTLED_AT_ONCE : Number.POSITIVE_INFINITY);
      // A wake-up that is lost makes the alerts later, and nothing else.
      if (isRush && !this.isRush) await wakeTimers(run, "deferred").catch(() => {});
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      this.queue.putBack(batch);
      this.journal.activate(error);
    }
  }
}

/** Lets the requests of a batch get a response, and the process turn to others after so many. */
async function settle(batch: QueuedCheckIn[], results: RecordResult[], atOnce: number): Promise<void> {
  for (const [i, { resolve }] of batch.entries()) {
    if (i > 0 && i % atOnce === 0) await nextTurn();
    const result = results[i] ?? { kind: "lost" };
    if (result.kind !== "to changes") resolve(result);
  }
}

/** One per process, so that check-ins are recorded in order of arrival. Next.js loads this module more than once. */
const batcher = () => remember("tattle.batcher", () => new Batcher());

/** Records a check-in. Resolves once it is committed, or safely in the journal while the database is unavailable. */
export async function recordCheckIn(checkIn: Omit<CheckIn, "id"> & { id?: string }): Promise<CheckInResult> {
  // Any other text is unknown without a query, and Postgres cannot even compare some of them.
  if (!isToken(checkIn.token)) return UNKNOWN;
  return recordByKey(Object.assign(checkIn, { id: checkIn.id ?? newId() }));
}

const UNKNOWN = { kind: "unknown" } as const;

/**
 * An unknown key may be a former one. One that was seen before is looked up first: while the database is unavailable, nothing would say
 * that it is unknown.
 */
async function recordByKey(checkIn: CheckIn): Promise<CheckInResult> {
  const isFormer = isKnownFormerKey(checkIn.token);
  const result = isFormer ? UNKNOWN : await batcher().add(checkIn);
  if (result.kind !== "unknown") return result;
  const followed = await followKey(checkIn);
  if (followed === "ended") return UNKNOWN;
  if (followed) return recordByKey(followed);
  return isFormer ? batcher().add(checkIn) : UNKNOWN;
}

/** How long ago this process last refused a check-in because neither the database nor the journal could take it. */
export const msSinceLoss = (): number => batcher().msSinceLoss;

/**
 * Replays the journals of ended processes, now and whenever another process ends, and registers this one: until when it has
 * recorded its check-ins, and if it `listens`, since when. Resolves when it may take check-ins, although the database may not respond.
 */
export async function openToCheckIns({ listens }: { listens: boolean }): Promise<void> {
  watchStallsOnDemand();
  await batcher().adoptJournals();
  batcher().register(register(listens));
  setInterval(() => batcher().adoptJournals(), ADOPT_INTERVAL_MS).unref();
}

/** A listener lets alerts be raised: before, the database knows that this process may hold check-ins. */
async function register(listens: boolean): Promise<void> {
  const sinceMs = Date.now();
  await startRecorder(() => batcher().unrecordedMs);
  if (listens) await startListener(sinceMs);
}
