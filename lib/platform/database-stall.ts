import { remember } from "@epic-web/remember";
import { pool } from "./db";

/** A process that watches has sent something that the database responded, or has yet to respond, within this time. */
const ASK_INTERVAL_MS = 1_000;

/**
 * A database that does not respond for this long is stalled. Shorter, by more than the interval, than the time after which a
 * process keeps check-ins in its journal: anyone who decides about misses knows of a stall in which that has happened.
 */
export const STALLED_AFTER_MS = 2_000;

/** A process that watches when it is asked stops when it was not asked for this long. */
const WATCHED_FOR_MS = 60_000;

/** By `performance.now()`. `pendingSince`: when the question was sent that has no response yet. */
export const stall = remember("tattle.database-stall", () => ({
  pendingSince: null as number | null,
  endedAt: Number.NEGATIVE_INFINITY,
  /** When the latest query was sent that got a response, no matter who sent it. */
  respondedAskAt: Number.NEGATIVE_INFINITY,
  timer: null as NodeJS.Timeout | null,
  isOnDemand: false,
  isNoting: false,
  wantedAt: 0,
}));

/** Notices, from now on, when the database stops responding this process, although its connections stay open. */
export function watchStalls(): void {
  stall.isOnDemand = false;
  start();
}

/**
 * The same for a process that seldom has to know, such as one that takes check-ins: it asks the database only from when
 * `msSinceStall` is called, which then responds as if a stall had ended at that moment, and for a minute after the last call.
 */
export function watchStallsOnDemand(): void {
  if (!stall.timer) stall.isOnDemand = true;
}

function start(): void {
  if (stall.timer) return;
  noteQueries();
  askLater();
}

/** Asks only if nothing else did: most queries of an idle worker would be questions. */
function askLater(): void {
  const waitMs = Math.max(0, stall.respondedAskAt + ASK_INTERVAL_MS - performance.now());
  stall.timer = setTimeout(async () => {
    if (performance.now() - stall.respondedAskAt >= ASK_INTERVAL_MS) await ask();
    if (!stall.isOnDemand || performance.now() - stall.wantedAt <= WATCHED_FOR_MS) askLater();
    else stall.timer = null;
  }, Math.ceil(waitMs)).unref();
}

/** Notes when connections of the pool are used: one that is given back without an error has been responded. */
function noteQueries(): void {
  if (stall.isNoting) return;
  stall.isNoting = true;
  const takenAt = new WeakMap<object, number>();
  pool.on("acquire", (client) => takenAt.set(client, performance.now()));
  pool.on("release", (error, client) => {
    if (!error) stall.respondedAskAt = Math.max(stall.respondedAskAt, takenAt.get(client) ?? 0);
  });
}

async function ask(): Promise<void> {
  const askedAt = performance.now();
  stall.pendingSince = askedAt;
  // An error is a response, too: the pool knows when a connection is lost.
  await pool.query("SELECT 1").catch(() => {});
  noteResponse(askedAt);
  stall.respondedAskAt = Math.max(stall.respondedAskAt, askedAt);
  stall.pendingSince = null;
}

/** Notes a response of the database to what was asked then, by `performance.now()`. Returns whether it was stalled meanwhile. */
export function noteResponse(askedAt: number): boolean {
  const nowMs = performance.now();
  const wasStalled = nowMs - askedAt > STALLED_AFTER_MS;
  if (wasStalled) stall.endedAt = nowMs;
  return wasStalled;
}

/** How long ago the database was last stalled; 0 while it is or no one can say, and infinite if it never was. */
export function msSinceStall(): number {
  if (stall.isOnDemand) {
    stall.wantedAt = performance.now();
    if (!stall.timer) {
      stall.endedAt = stall.wantedAt;
      start();
    }
  }
  if (stall.pendingSince !== null && noteResponse(stall.pendingSince)) return 0;
  return performance.now() - stall.endedAt;
}
