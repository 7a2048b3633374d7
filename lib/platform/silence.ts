import { remember } from "@epic-web/remember";
import { pool } from "./db";

/** A process that watches has sent something that the database answered, or has yet to answer, within this time. */
const ASK_INTERVAL_MS = 1_000;

/**
 * A database that does not answer for this long is silent. Shorter, by more than the interval, than the time after which a
 * process keeps check-ins in its journal: whoever decides about misses knows of a silence in which that has happened.
 */
export const SILENT_AFTER_MS = 2_000;

/** A process that watches when it is asked stops when it was not asked for this long. */
const WATCHED_FOR_MS = 60_000;

/** By `performance.now()`. `pendingSince`: when the question was sent that has no answer yet. */
export const silence = remember("tattle.database-silence", () => ({
  pendingSince: null as number | null,
  endedAt: Number.NEGATIVE_INFINITY,
  /** When the latest query was sent that was answered, whoever sent it. */
  answeredAskAt: Number.NEGATIVE_INFINITY,
  timer: null as NodeJS.Timeout | null,
  isOnDemand: false,
  isNoting: false,
  wantedAt: 0,
}));

/** Notices, from now on, when the database stops answering this process, although its connections stay open. */
export function watchSilence(): void {
  silence.isOnDemand = false;
  start();
}

/**
 * The same for a process that seldom has to know, such as one that takes check-ins: it asks the database only from when
 * `msSinceSilence` is called, which then answers as if a silence had ended at that moment, and for a minute after the last call.
 */
export function watchSilenceOnDemand(): void {
  if (!silence.timer) silence.isOnDemand = true;
}

function start(): void {
  if (silence.timer) return;
  noteQueries();
  askLater();
}

/** Asks only if nothing else did: most queries of an idle worker would be questions. */
function askLater(): void {
  const waitMs = Math.max(0, silence.answeredAskAt + ASK_INTERVAL_MS - performance.now());
  silence.timer = setTimeout(async () => {
    if (performance.now() - silence.answeredAskAt >= ASK_INTERVAL_MS) await ask();
    if (!silence.isOnDemand || performance.now() - silence.wantedAt <= WATCHED_FOR_MS) askLater();
    else silence.timer = null;
  }, Math.ceil(waitMs)).unref();
}

/** Notes when connections of the pool are used: one that is given back without an error has been answered. */
function noteQueries(): void {
  if (silence.isNoting) return;
  silence.isNoting = true;
  const takenAt = new WeakMap<object, number>();
  pool.on("acquire", (client) => takenAt.set(client, performance.now()));
  pool.on("release", (error, client) => {
    if (!error) silence.answeredAskAt = Math.max(silence.answeredAskAt, takenAt.get(client) ?? 0);
  });
}

async function ask(): Promise<void> {
  const askedAt = performance.now();
  silence.pendingSince = askedAt;
  // An error is an answer, too: the pool knows when a connection is lost.
  await pool.query("SELECT 1").catch(() => {});
  noteAnswer(askedAt);
  silence.answeredAskAt = Math.max(silence.answeredAskAt, askedAt);
  silence.pendingSince = null;
}

/** Notes an answer of the database to what was asked then, by `performance.now()`. Returns whether it was silent meanwhile. */
export function noteAnswer(askedAt: number): boolean {
  const nowMs = performance.now();
  const wasSilent = nowMs - askedAt > SILENT_AFTER_MS;
  if (wasSilent) silence.endedAt = nowMs;
  return wasSilent;
}

/** How long ago the database was last silent; 0 while it is or nobody can say, and infinite if it never was. */
export function msSinceSilence(): number {
  if (silence.isOnDemand) {
    silence.wantedAt = performance.now();
    if (!silence.timer) {
      silence.endedAt = silence.wantedAt;
      start();
    }
  }
  if (silence.pendingSince !== null && noteAnswer(silence.pendingSince)) return 0;
  return performance.now() - silence.endedAt;
}
