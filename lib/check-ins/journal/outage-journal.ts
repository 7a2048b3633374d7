import { setTimeout as sleep } from "node:timers/promises";
import { isConnectionError } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import type { CheckIn, CheckInResult } from "@/lib/rules/reports/check-in";
import { countResults } from "../count";
import { followKeys } from "../former-keys";
import type { KeyedQueue, QueuedCheckIn } from "../keyed-queue";
import { LocalRateLimit } from "../local-rate-limit";
import { noteArrivals } from "../note-arrivals";
import { type RecordResult, record } from "../record";
import { journalAnnouncer, withdrawJournal } from "./announce";
import { JournalFiles } from "./journal-files";
import { withKeys } from "./with-keys";

/** Batch size: check-ins written at once. */
const MAX_BATCH_SIZE = 1_000;

/** When less than this is left to replay, new check-ins stay in the queue until the replay is complete. */
const NEARLY_DONE_BYTES = 256 * 1024;

const RETRY_MS = 1_000;

const writing = openOutageLog(
  {
    failing: "check-ins were lost: the journal cannot be written",
    working: "the journal can be written again",
  },
  "error",
);
const keeping = openOutageLog({
  failing: "check-ins are kept in the journal until they can be recorded",
  working: "check-ins are recorded in the database again",
});
const replaying = openOutageLog(
  { failing: "the journal cannot be replayed; trying again", working: "the journal can be replayed again" },
  "error",
);
const adopting = openOutageLog(
  {
    failing: "cannot look for journals of processes that ended",
    working: "journals of processes that ended can be found again",
  },
  "error",
);

/** Keeps check-ins in journal files from the moment the database becomes unavailable until all of them are recorded. */
export class OutageJournal {
  /** While true, check-ins are written to a journal instead of the database. */
  isActive = false;
  private readonly files = new JournalFiles();
  private readonly rateLimit = new LocalRateLimit();
  private writing: Promise<void> | null = null;
  private isClosing = false;
  /** When a check-in was last refused, because neither the database nor the journal took it, by `performance.now()`. */
  lostAt = Number.NEGATIVE_INFINITY;
  private reason: unknown = null;
  /** The ids of the journals of which the database knows. */
  private readonly announced = new Set<string>();

  constructor(
    private readonly queue: KeyedQueue,
    private readonly onReplayed: () => void,
  ) {}

  /** Whether the database knows of every journal of this process. */
  get isAnnounced(): boolean {
    const { pending } = this.files;
    return !this.isActive || (pending.length > 0 && pending.every(({ id }) => this.announced.has(id)));
  }

  /** Sends check-ins to the journal from now on, and replays it as soon as the database is available. */
  activate(reason: unknown): void {
    if (this.isActive) return;
    this.isActive = true;
    this.reason = reason;
    this.write();
    this.replay();
  }

  /** Call it when a batch was recorded in the database. */
  noteRecorded(batch: QueuedCheckIn[], results: RecordResult[]): void {
    keeping.worked();
    for (const [i, { checkIn }] of batch.entries()) {
      const result = results[i];
      if (result && "decision" in result) this.rateLimit.learn(checkIn.token, result.decision);
    }
  }

  /** Takes over the journals of processes that ended. Does nothing while active; call it again later. */
  async adopt(): Promise<void> {
    if (this.isActive) return;
    try {
      const adopted = await this.files.adopt(new Date());
      adopting.worked();
      if (adopted > 0) this.activate(`${adopted} journals were left by processes that ended`);
    } catch (error) {
      adopting.failed({ err: error });
    }
  }

  /** Starts writing the queued check-ins, unless a write is in progress. */
  write(): void {
    if (this.isClosing) return;
    this.writing ??= this.writeQueued().finally(() => {
      this.writing = null;
    });
  }

  private async writeQueued(): Promise<void> {
    while (this.isActive && !this.isClosing) {
      const routine = this.queue.take("routine", MAX_BATCH_SIZE);
      const batch = routine.concat(this.queue.take("changes", MAX_BATCH_SIZE));
      if (batch.length === 0) return;
      const results = await this.append(batch);
      this.queue.release(batch);
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] ?? { kind: "lost" });
      noteArrivals(batch, results);
      countResults(results, "journaled");
    }
  }

  private async append(batch: QueuedCheckIn[]): Promise<CheckInResult[]> {
    const results = batch.map(({ checkIn }) => this.decide(checkIn));
    const checkIns = batch.flatMap(({ checkIn }, i) => (results[i]?.kind === "recorded" ? checkIn : []));
    try {
      await this.files.append(checkIns);
      writing.worked();
      if (checkIns.length > 0) keeping.failed({ err: this.reason });
      return results;
    } catch (error) {
      // Further ids are not logged. Each is in the response to its request, next to the status 503.
      this.lostAt = performance.now();
      writing.failed({
        err: error,
        database: this.reason instanceof Error ? this.reason.message : undefined,
        checkIns: checkIns.length,
        requestIds: checkIns.map(({ id }) => id),
      });
      return results.map((result) => (result.kind === "recorded" ? { kind: "lost" } : result));
    }
  }

  /** Decides without the database, so the token may be unknown. */
  private decide(checkIn: CheckIn): CheckInResult {
    const decision = this.rateLimit.count(checkIn);
    return { kind: decision.accepted ? "recorded" : "limited", decision };
  }

  private async replay(): Promise<void> {
    while (this.isActive) {
      try {
        await this.replayAll();
        replaying.worked();
      } catch (error) {
        if (isConnectionError(error)) this.announced.clear();
        else replaying.failed({ err: error });
        this.isClosing = false;
        this.write();
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  /** Records the check-ins of all journals, oldest first, until no journal is left. */
  private async replayAll(): Promise<void> {
    const announce = journalAnnouncer();
    for (let recorded = 0; ; ) {
      await this.files.touch(new Date());
      const { pending: known } = this.files;
      await announce(known);
      for (const { id } of known) this.announced.add(id);
      const isNearlyDone = this.files.bytesLeft < NEARLY_DONE_BYTES;
      if (isNearlyDone) await this.stopWriting();
      const { pending } = this.files;
      // The journal that is being written can be first and have nothing to read yet, while others have.
      const journal = pending.find(({ isAtEnd }) => !isAtEnd) ?? pending[0];
      if (!journal) {
        this.deactivate(recorded);
        return;
      }
      const checkIns = await journal.read();
      await this.recordReplayed(checkIns);
      recorded += checkIns.length;
      journal.advance();
      if (!journal.isAtEnd || (!isNearlyDone && this.files.isBeingWritten(journal))) continue;
      this.announced.delete(journal.id);
      await withdrawJournal(journal.id);
      await this.files.remove(journal);
    }
  }

  private async recordReplayed(read: CheckIn[]): Promise<void> {
    if (read.length === 0) return;
    const checkIns = await withKeys(read);
    const results = await record(checkIns, { replayed: true });
    const refusals = results.filter(({ kind }) => kind === "refused").length;
    if (refusals > 0) log.warn({ checkIns: refusals }, "dropped late reports that their cases refuse");
    const missed = checkIns.filter((_, i) => results[i]?.kind === "unknown");
    const followed = await followKeys(missed);
    // Their URLs were replaced since their keys were looked up.
    await this.recordReplayed(followed.filter((checkIn, i) => checkIn !== missed[i]));
    const unknown = missed.filter((checkIn, i) => checkIn === followed[i]);
    if (unknown.length === 0) return;
    const tokens = [...new Set(unknown.map(({ token }) => token))].slice(0, 10);
    log.warn({ checkIns: unknown.length, tokens }, "dropped check-ins whose tokens belong to no snitch");
  }

  /** Keeps new check-ins in the queue from now on. Resolves when the current write has ended. */
  private async stopWriting(): Promise<void> {
    this.isClosing = true;
    await this.writing;
  }

  private deactivate(recorded: number): void {
    this.isActive = false;
    this.isClosing = false;
    this.rateLimit.reset();
    if (recorded > 0) log.info({ checkIns: recorded }, "the journal is replayed");
    this.onReplayed();
  }
}
