import { remember } from "@epic-web/remember";
import { pool } from "./db";

/** How often a process asks the database for an answer. */
const ASK_INTERVAL_MS = 1_000;

/**
 * A database that does not answer for this long is silent. Shorter, by more than the interval, than the time after which a
 * process keeps check-ins in its journal: whoever decides about misses knows of a silence in which that has happened.
 */
export const SILENT_AFTER_MS = 2_000;

/** By `performance.now()`. `askedAt`: when the question was sent that has no answer yet. */
export const silence = remember("tattle.database-silence", () => ({
  askedAt: null as number | null,
  endedAt: Number.NEGATIVE_INFINITY,
  timer: null as NodeJS.Timeout | null,
}));

/** Notices, from now on, when the database stops answering this process, although its connections stay open. */
export function watchSilence(): void {
  silence.timer ??= setInterval(() => void ask(), ASK_INTERVAL_MS).unref();
}

async function ask(): Promise<void> {
  if (silence.askedAt !== null) return;
  silence.askedAt = performance.now();
  // An error is an answer, too: the pool knows when a connection is lost.
  await pool.query("SELECT 1").catch(() => {});
  noteAnswer(silence.askedAt);
  silence.askedAt = null;
}

/** Notes an answer of the database to what was asked then, by `performance.now()`. Returns whether it was silent meanwhile. */
export function noteAnswer(askedAt: number): boolean {
  const nowMs = performance.now();
  const wasSilent = nowMs - askedAt > SILENT_AFTER_MS;
  if (wasSilent) silence.endedAt = nowMs;
  return wasSilent;
}

/** How long ago the database was last silent; 0 while it is, and infinite if it never was. */
export function msSinceSilence(): number {
  if (silence.askedAt !== null && noteAnswer(silence.askedAt)) return 0;
  return performance.now() - silence.endedAt;
}
