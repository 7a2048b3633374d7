import { randomInt } from "node:crypto";
import { hostname } from "node:os";
import { forget, remember } from "@epic-web/remember";
import { pool } from "@/lib/platform/db";
import { openOutageLog } from "@/lib/platform/log-outage";
import { SECOND_MS } from "@/lib/rules/durations";

/** How often a process says until when it has recorded everything. */
const BEAT_MS = 5 * SECOND_MS;

/** A slower query counts as failed; the next beat follows soon. */
const QUERY_TIMEOUT_MS = 3 * SECOND_MS;

const MAX_ID = 2 ** 31 - 1;
const OWNER = `${hostname()} ${process.pid}`;

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
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> | null = null;

  constructor(private readonly unrecordedMs: UnrecordedMs) {}

  /** Resolves after the first attempt. */
  async start(): Promise<void> {
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref();
    await this.beat();
  }

  /** Says that nobody has to wait for this process any more, unless it leaves a journal of which nobody knows. */
  async leave(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    if (Number.isFinite(this.unrecordedMs())) await query(LEAVE, [this.id]).catch(() => {});
  }

  private beat(): Promise<void> {
    this.beating ??= this.write()
      .then(beats.worked, (error: Error) => beats.failed({ error: error.message }))
      .finally(() => {
        this.beating = null;
      });
    return this.beating;
  }

  /** In two steps, because a statement that a frozen database runs later must not speak for the time in between. */
  private async write(): Promise<void> {
    const now = await query("SELECT clock_timestamp() AS at", []);
    const unrecordedMs = this.unrecordedMs();
    if (!now?.at || !Number.isFinite(unrecordedMs)) return;
    await query(SAY, [this.id, OWNER, new Date(now.at.getTime() - unrecordedMs)]);
  }
}

const beats = openOutageLog({
  failing: "this process cannot say that it has recorded its check-ins: alerts may wait for it",
  working: "this process says again that it has recorded its check-ins",
});

async function query(text: string, values: unknown[]): Promise<{ at: Date } | undefined> {
  const config = { text, values, query_timeout: QUERY_TIMEOUT_MS };
  return (await pool.query<{ at: Date }>(config)).rows[0];
}

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
