import type { Sql } from "@/lib/platform/db";
import { needsWakeUp } from "@/lib/rules/sleep";

/** The Postgres channel that wakes the timers of all workers. */
export const CHANNEL = "tattle_timers";

/** What workers sleep for: the next instant of snitches and incidents, or of e-mails and deliveries. */
export type TimerName = "sweep" | "outbox";

/**
 * Has every worker look at once for what is due. In a transaction, workers are woken by its commit. A lost wake-up delays
 * them by `LOOK_MS`.
 */
export const wakeTimers = (sql: Sql, name: TimerName) => sql(`SELECT pg_notify('${CHANNEL}', $1)`, [name]);

/** Wakes the workers if one of these instants comes before they look anyway. */
export async function wakeTimersIfSoon(
  sql: Sql,
  name: TimerName,
  instants: (Date | null)[],
  now: Date,
): Promise<void> {
  if (instants.some((instant) => needsWakeUp(instant, now))) await wakeTimers(sql, name);
}
