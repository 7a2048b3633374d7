import { pool } from "./db";
import { isConnectionError } from "./db-errors";
import { log } from "./log";

const CHECK_INTERVAL_MS = 60_000;

/** A clock that goes wrong by more than this is worth a word. */
const WORD_MS = 2_000;

/** By so much a check-in at the boundary would be judged wrongly in spite of the minute that is allowed for hearing. */
export const MAX_DRIFT_MS = 30_000;

/** How far our clock is ahead of another that was read at some moment between these two of ours; the answer is that vague. */
export function clockDriftMs(theirs: Date, askedAt: Date, answeredAt: Date): number {
  const early = askedAt.getTime() - theirs.getTime();
  const late = answeredAt.getTime() - theirs.getTime();
  return early > 0 ? early : Math.min(late, 0);
}

/**
 * Whether this is the time by the database's clock, too, or within so many milliseconds of it. It is asked anew each
 * time: a clock can be set at any moment.
 */
export async function isClockTrusted(now: Date, withinMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ theirs: Date }>(ASK);
  return rows[0] !== undefined && Math.abs(now.getTime() - rows[0].theirs.getTime()) <= withinMs;
}

const ASK = "SELECT clock_timestamp() AS theirs";

/** Compares this machine's clock with the database's, now and every minute, and says when it goes wrong. */
export async function monitorClock(): Promise<void> {
  await look();
  setInterval(look, CHECK_INTERVAL_MS).unref();
}

async function look(): Promise<void> {
  try {
    const askedAt = new Date();
    const { rows } = await pool.query<{ theirs: Date }>(ASK);
    const aheadMs = rows[0] ? clockDriftMs(rows[0].theirs, askedAt, new Date()) : 0;
    if (Math.abs(aheadMs) <= WORD_MS) return;
    log.error(
      { aheadMs, sweeps: Math.abs(aheadMs) <= MAX_DRIFT_MS },
      "this machine’s clock disagrees with the database’s: check-ins get the wrong time. Set it by NTP.",
    );
  } catch (fault) {
    // While the database is away there is nothing to compare with.
    if (!isConnectionError(fault))
      log.error({ err: fault }, "cannot compare this machine’s clock with the database’s");
  }
}
