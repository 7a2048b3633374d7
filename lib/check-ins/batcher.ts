import { isOutage } from "@/lib/platform/db-errors";
import type { CheckIn, Recorded } from "./check-in";
import { countBatch } from "./count";
import { newId } from "./id";
import { Detour } from "./journal/outage-journal";
import { Line, type Waiting } from "./keyed-queue";
import { record } from "./record";
import { isToken } from "./url";

const MOST_IN_A_BATCH = 500;

/**
 * How many must wait for a batch to start, by how many are under way: none waits where nothing is, and beside a first
 * batch a second one is worth its cost only when it is large. There is never a third.
 */
const LEAST_IN_A_BATCH = [1, 24];

/** How often this process looks for journals that others left behind, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Takes the check-ins of this process. Those that arrive while transactions are under way share the next one. While the
 * database is away they go into a journal, and are recorded from there before any that come later.
 */
class Recorder {
  private readonly line = new Line();
  private readonly detour = new Detour(this.line, () => this.start());
  private batchesUnderWay = 0;
  private isStarting = false;

  take(checkIn: CheckIn): Promise<Recorded> {
    return new Promise((answer) => {
      this.line.add({ checkIn, answer });
      this.start();
    });
  }

  /** Takes over the journals of processes that ended before they could replay them. */
  adopt = () => this.detour.adopt();

  /** Those who come in the same moment start together. */
  private start(): void {
    if (this.isStarting) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      if (this.detour.isOn) this.detour.start();
      else this.startBatches();
    });
  }

  private startBatches(): void {
    while (this.line.length >= (LEAST_IN_A_BATCH[this.batchesUnderWay] ?? Number.POSITIVE_INFINITY)) {
      const batch = this.line.take(MOST_IN_A_BATCH);
      if (batch.length === 0) return;
      this.batchesUnderWay += 1;
      this.recordBatch(batch).finally(() => {
        this.batchesUnderWay -= 1;
        this.start();
      });
    }
  }

  private async recordBatch(batch: Waiting[]): Promise<void> {
    const startedAt = performance.now();
    try {
      const answers = await record(
        batch.map(({ checkIn }) => checkIn),
        { promised: false },
      );
      this.line.letGo(batch);
      for (const [i, { answer }] of batch.entries()) answer(answers[i] ?? { kind: "lost" });
      countBatch(answers, performance.now() - startedAt);
    } catch (fault) {
      if (!isOutage(fault)) throw fault;
      this.line.putBack(batch);
      this.detour.begin(fault);
    }
  }
}

/** Next.js may load this module more than once; the order of arrival is one for the whole process. */
const kept = globalThis as { tattleRecorder?: Recorder };

function recorder(): Recorder {
  kept.tattleRecorder ??= new Recorder();
  return kept.tattleRecorder;
}

/**
 * Records that a job ran, and how. Resolves when that is committed, or on disk while the database is away, and never
 * before.
 */
export async function recordCheckIn(checkIn: Omit<CheckIn, "id"> & { id?: string }): Promise<Recorded> {
  // The database is not asked about what it could not even read.
  if (!isToken(checkIn.token)) return { kind: "unknown" };
  return recorder().take(Object.assign(checkIn, { id: checkIn.id ?? newId() }));
}

/** Replays what earlier processes left in their journals, now and whenever another one ends. */
export async function keepJournals(): Promise<void> {
  await recorder().adopt();
  setInterval(() => recorder().adopt(), LOOK_MS).unref();
}
