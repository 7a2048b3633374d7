import { setTimeout as sleep } from "node:timers/promises";
import type { CheckIn, Recorded } from "@/lib/check-ins/check-in";
import { countOutcomes } from "@/lib/check-ins/count";
import type { Line, Waiting } from "@/lib/check-ins/keyed-queue";
import { allow, type Counted } from "@/lib/check-ins/rate-limit";
import { record } from "@/lib/check-ins/record";
import { isOutage } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { announcer, withdraw } from "./announce";
import { Journals } from "./journal-files";

const MOST_AT_ONCE = 1_000;
/** With no more than this left to replay, new check-ins wait the moment that it takes. */
const NEARLY_DONE_BYTES = 256 * 1024;
const PAUSE_MS = 1_000;

/** How many snitches the rate rule is kept for while the database, which knows better, is away. */
const MOST_COUNTED = 100_000;
const NOTHING_COUNTED: Counted = { countedHour: null, hourCount: 0, countedMinute: null };

/** The way of check-ins through a journal, from when the database goes away until all of them are recorded. */
export class Detour {
  isOn = false;
  private readonly journals = new Journals();
  private readonly counted = new Map<string, Counted>();
  private writing: Promise<void> | null = null;
  private isClosing = false;

  constructor(
    private readonly line: Line,
    private readonly over: () => void,
  ) {}

  begin(reason: unknown): void {
    if (this.isOn) return;
    this.isOn = true;
    log.warn({ err: reason }, "check-ins wait in the journal until they can be recorded");
    this.start();
    this.replay();
  }

  /** Takes over the journals of processes that ended. */
  async adopt(): Promise<void> {
    if (this.isOn) return;
    try {
      const adopted = await this.journals.adopt(new Date());
      if (adopted > 0) this.begin(`${adopted} journals were left by processes that ended`);
    } catch (fault) {
      log.error({ err: fault }, "cannot look for journals that were left behind");
    }
  }

  /** Writes down those who stand in line, if nobody is about it already. */
  start(): void {
    if (this.isClosing) return;
    this.writing ??= this.write().finally(() => {
      this.writing = null;
    });
  }

  private async write(): Promise<void> {
    while (this.isOn && !this.isClosing) {
      const batch = this.line.take(MOST_AT_ONCE);
      if (batch.length === 0) return;
      const answers = await this.keep(batch);
      this.line.letGo(batch);
      for (const [i, { answer }] of batch.entries()) answer(answers[i] ?? { kind: "lost" });
      countOutcomes(answers, "journaled");
    }
  }

  private async keep(batch: Waiting[]): Promise<Recorded[]> {
    const answers = batch.map(({ checkIn }) => this.promise(checkIn));
    const promised = batch.flatMap(({ checkIn }, i) => (answers[i]?.kind === "recorded" ? checkIn : []));
    try {
      await this.journals.append(promised);
      return answers;
    } catch (fault) {
      log.error(
        { err: fault, checkIns: promised.length, requestIds: promised.map(({ id }) => id) },
        "check-ins were lost: the journal cannot be written",
      );
      return answers.map((answer) => (answer.kind === "recorded" ? { kind: "lost" } : answer));
    }
  }

  /** What can be said without the database. */
  private promise({ token, at }: CheckIn): Recorded {
    const allowance = allow(this.counted.get(token) ?? NOTHING_COUNTED, at);
    if (!allowance.allowed) return { kind: "limited", allowance };
    this.counted.delete(token);
    this.counted.set(token, allowance.counted);
    const [oldest] = this.counted.keys();
    if (this.counted.size > MOST_COUNTED && oldest !== undefined) this.counted.delete(oldest);
    return { kind: "recorded", allowance };
  }

  private async replay(): Promise<void> {
    while (this.isOn) {
      try {
        await this.replayAll();
      } catch (fault) {
        if (!isOutage(fault)) log.error({ err: fault }, "the journal cannot be replayed; it is tried again");
        this.isClosing = false;
        this.start();
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  /** Records what the journals hold, the oldest first, until there is none and nobody is writing one. */
  private async replayAll(): Promise<void> {
    const announce = announcer();
    for (let recorded = 0; ; ) {
      await this.journals.touch(new Date());
      await announce(this.journals.waiting);
      const isNearlyDone = this.journals.bytesLeft < NEARLY_DONE_BYTES;
      if (isNearlyDone) await this.close();
      const { waiting } = this.journals;
      // One that is being written may stand before others, and has its end for now.
      const journal = waiting.find(({ isAtEnd }) => !isAtEnd) ?? waiting[0];
      if (!journal) {
        this.end(recorded);
        return;
      }
      const checkIns = await journal.read();
      await this.recordAgain(checkIns);
      recorded += checkIns.length;
      journal.advance();
      if (!journal.isAtEnd || (!isNearlyDone && this.journals.isWritten(journal))) continue;
      await withdraw(journal.id);
      await this.journals.remove(journal);
    }
  }

  private async recordAgain(checkIns: CheckIn[]): Promise<void> {
    if (checkIns.length === 0) return;
    const answers = await record(checkIns, { promised: true });
    const dropped = checkIns.filter((_, i) => answers[i]?.kind === "unknown");
    if (dropped.length === 0) return;
    const tokens = [...new Set(dropped.map(({ token }) => token))].slice(0, 10);
    log.warn({ checkIns: dropped.length, tokens }, "no snitch has the tokens of these check-ins any more");
  }

  /** From now on whoever comes waits; resolves when nothing is being written. */
  private async close(): Promise<void> {
    this.isClosing = true;
    await this.writing;
  }

  private end(recorded: number): void {
    this.isOn = false;
    this.isClosing = false;
    this.counted.clear();
    log.info({ checkIns: recorded }, "the journal is replayed");
    this.over();
  }
}
