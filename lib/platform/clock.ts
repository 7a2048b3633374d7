import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { pool } from "./db";
import { isConnectionError } from "./db-errors";
import { log } from "./log";

const CHECK_INTERVAL_MS = MINUTE_MS;

/** Drift above this is logged. */
const LOGGED_DRIFT_MS = 2 * SECOND_MS;

/** Beyond this clock drift, deadlines are not trustworthy, despite the minute that is allowed after each. */
export const MAX_DRIFT_MS = 30 * SECOND_MS;

/**
 * The smallest drift of our clock, in milliseconds, that explains these readings: `databaseTime` was read at some moment
 * between `askedAt` and `respondedAt`. Positive if our clock is ahead, 0 if the clocks may agree.
 */
export function clockDriftMs(databaseTime: Date, askedAt: Date, respondedAt: Date): number {
  const minMs = askedAt.getTime() - databaseTime.getTime();
  const maxMs = respondedAt.getTime() - databaseTime.getTime();
  return minMs > 0 ? minMs : Math.min(maxMs, 0);
}

/** Whether `now` is within this many milliseconds of the database's clock. Asks each time: a clock can be set at any moment. */
export async function isClockTrusted(now: Date, withinMs: number): Promise<boolean> {
  return Math.abs(now.getTime() - (await readDatabaseClock()).getTime()) <= withinMs;
}

async function readDatabaseClock(): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  if (!rows[0]) throw new Error("Postgres did not return the time.");
  return rows[0].now;
}

let latestDriftMs: number | null = null;

/** The drift of this machine's clock at the latest comparison; null before the first one. */
export const lastKnownDriftMs = (): number | null => latestDriftMs;

/** Compares this machine's clock with the database's, now and every minute, and logs when they differ. */
export async function monitorClock(): Promise<void> {
  await checkClock();
  setInterval(checkClock, CHECK_INTERVAL_MS).unref();
}

async function checkClock(): Promise<void> {
  try {
    const askedAt = new Date();
    const driftMs = clockDriftMs(await readDatabaseClock(), askedAt, new Date());
    latestDriftMs = driftMs;
    if (Math.abs(driftMs) <= LOGGED_DRIFT_MS) return;
    log.error(
      { driftMs, sweeps: Math.abs(driftMs) <= MAX_DRIFT_MS },
      "this machine’s clock differs from the database’s, so check-ins are recorded with the wrong time: synchronize it with NTP",
    );
  } catch (error) {
    // Without the database there is no clock to compare with.
    if (!isConnectionError(error))
      log.error({ err: error }, "cannot compare this machine’s clock with the database’s");
  }
}
