import { randomInt } from "node:crypto";
import { forget, remember } from "@epic-web/remember";
import { Heartbeat, MAX_ID, OWNER, queryQuickly } from "./heartbeat";

/**
 * How long ago this process received the oldest check-in that it has neither recorded nor in a journal of which the database
 * knows; 0 if there is none, and infinite while nobody can say, because a journal is not announced.
 */
export type UnrecordedMs = () => number;

/**
 * Says in the database until when this process has recorded the check-ins that it received. Until then nobody has to wait for
 * it before a miss is decided.
 */
class Recorder {
  private readonly id = randomInt(MAX_ID);
  private readonly heartbeat = new Heartbeat({ write: () => this.write(), messages: MESSAGES });

  constructor(private readonly unrecordedMs: UnrecordedMs) {}

  /** Resolves after the first attempt. */
  start = (): Promise<void> => this.heartbeat.start();

  /** Says that nobody has to wait for this process any more, unless it leaves a journal of which nobody knows. */
  async leave(): Promise<void> {
    await this.heartbeat.stop();
    if (Number.isFinite(this.unrecordedMs())) await queryQuickly(LEAVE, [this.id]).catch(() => {});
  }

  /** In two steps, because a statement that a frozen database runs later must not speak for the time in between. */
  private async write(): Promise<void> {
    const now = await queryQuickly<{ at: Date }>("SELECT clock_timestamp() AS at", []);
    const unrecordedMs = this.unrecordedMs();
    if (!now?.at || !Number.isFinite(unrecordedMs)) return;
    await queryQuickly(SAY, [this.id, OWNER, new Date(now.at.getTime() - unrecordedMs)]);
  }
}

const MESSAGES = {
  failing: "this process cannot say that it has recorded its check-ins: alerts may wait for it",
  working: "this process says again that it has recorded its check-ins",
};

const SAY = `INSERT INTO recorders (id, owner, recorded_until) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET recorded_until = greatest(recorders.recorded_until, EXCLUDED.recorded_until)`;
const LEAVE = "DELETE FROM recorders WHERE id = $1";

const NAME = "tattle.recorder";

/** Call it before this process takes check-ins, over HTTP or by e-mail. Does nothing the second time. */
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
