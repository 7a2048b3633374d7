import type { Sql } from "@/lib/platform/db";
import { LOOK_MS, needsWakeUp, RARE_LOOK_MS } from "@/lib/rules/notifications/sleep";

/** The Postgres channel that wakes the timers of all workers. */
export const CHANNEL = "tattle_timers";

/**
 * What workers sleep for, and how often they look for it: the next instant of snitches and incidents (`sweep`), of deferred
 * check-ins (`deferred`), of late reports (`late-reports`), of emails and deliveries (`outbox`), and of emails
 * that wait to be sent as one (`summaries`). While no channel has buttons, they sleep until one does (`chats`).
 */
const TIMERS = {
  sweep: LOOK_MS,
  deferred: LOOK_MS,
  "late-reports": LOOK_MS,
  outbox: LOOK_MS,
  summaries: RARE_LOOK_MS,
  chats: RARE_LOOK_MS,
};

export type TimerName = keyof typeof TIMERS;

export const TIMER_NAMES = Object.keys(TIMERS) as TimerName[];

/**
 * Has every worker look at once for what is due. In a transaction, workers are woken by its commit. After a lost wake-up they
 * find it when they look.
 */
export const wakeTimers = (sql: Sql, name: TimerName) => sql(`SELECT pg_notify('${CHANNEL}', $1)`, [name]);

/** Wakes the workers if one of these instants comes before they look anyway. */
export async function wakeTimersIfSoon(
  sql: Sql,
  name: TimerName,
  instants: (Date | null)[],
  now: Date,
): Promise<void> {
  if (instants.some((instant) => needsWakeUp(instant, now, TIMERS[name]))) await wakeTimers(sql, name);
}
