import { randomInt } from "node:crypto";
import { forget, remember } from "@epic-web/remember";
import { Heartbeat, MAX_ID, OWNER, queryQuickly } from "./heartbeat";

/**
 * How long ago this process received the oldest check-in that it has neither recorded nor in a journal of which the database
 * knows; 0 if there is none, and infinite while no one can say, because a journal is not announced.
 */
export type UnrecordedMs = () => number;

/**
 * Says in the database until when this process has recorded the check-ins that it received. Until then no one has to wait for
 * it before a miss is decided.
 */
class Recorder {
  private readonly id = randomInt(MAX_ID);
  private readonly heartbeat = new Heartbeat({ write: () => this.write(), messages: MESSAGES });
  /** The database’s clock in its last response; null if that is not known. */
  private clock: DatabaseClock | null = null;

  constructor(private readonly unrecordedMs: UnrecordedMs) {}

  /** Resolves when the database knows of this process. */
  start = (): Promise<void> => this.heartbeat.start();

  /** Says that no one has to wait for this process anymore, unless it leaves a journal of which no one knows. */
  async leave(): Promise<void> {
    await this.heartbeat.stop();
    if (Number.isFinite(this.unrecordedMs())) await queryQuickly(LEAVE, [this.id]).catch(() => {});
  }

  /** The time is not read by the statement: one that a frozen database runs later must not speak for the time in between. */
  private async write(): Promise<boolean> {
    const clock = this.clock ?? (await readClock("SELECT clock_timestamp() AS at", []));
    // Another server may respond next time if this one does not.
    this.clock = null;
    const unrecordedMs = this.unrecordedMs();
    if (!clock || !Number.isFinite(unrecordedMs)) return false;
    // At least so late is it there now: it was that late, or later, when the response came.
    const nowMs = clock.at.getTime() + performance.now() - clock.respondedAt;
    this.clock = await readClock(SAY, [this.id, OWNER, new Date(nowMs - unrecordedMs)]);
    return true;
  }
}

/** `respondedAt` is by `performance.now()`. */
type DatabaseClock = { at: Date; respondedAt: number };

async function readClock(text: string, values: unknown[]): Promise<DatabaseClock | null> {
  const row = await queryQuickly<{ at: Date }>(text, values);
  return row ? { at: row.at, respondedAt: performance.now() } : null;
}

const MESSAGES = {
  failing: "this process cannot report that its check-ins are recorded: alerts may wait for it",
  working: "this process reports again that its check-ins are recorded",
};

const SAY = `INSERT INTO recorders (id, owner, recorded_until) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET recorded_until = greatest(recorders.recorded_until, EXCLUDED.recorded_until)
  RETURNING clock_timestamp() AS at`;
const LEAVE = "DELETE FROM recorders WHERE id = $1";

const NAME = "tattle.recorder";

/** Resolves when the database knows until when this process has recorded its check-ins. Does nothing the second time. */
export async function startRecorder(unrecordedMs: UnrecordedMs): Promise<void> {
  let isNew = false;
  const recorder = remember(NAME, () => {
    isNew = true;
    return new Recorder(unrecordedMs);
  });
  if (isNew) await recorder.start();
}

/** Call it when this process takes no more check-ins, and has recorded those that it took. */
export async function stopRecorder(): Promise<void> {
  const recorder = remember<Recorder | null>(NAME, () => null);
  forget(NAME);
  await recorder?.leave();
}
