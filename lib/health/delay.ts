import { findAlertHold } from "@/lib/monitoring/alert-hold";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { msSinceListening } from "@/lib/outages/listener-state";
import { outboxLag } from "@/lib/outbox/outbox-lag";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";

/**
 * Alerts are late: because no process listens for check-ins, no check-in arrives, missed deadlines are noticed late, or
 * emails and deliveries are sent late.
 */
export type Delay = { stage: "listening" | "arriving" | "noticing" | "sending"; lagMs: number };

/** A shorter delay is normal after a restart or a burst of alerts, and is not shown. */
const MIN_SHOWN_MS = 2 * MINUTE_MS;

/** Every page asks for the delay, and it changes slowly. */
const CACHE_MS = 5 * SECOND_MS;

/** A restart takes less. */
const MIN_UNHEARD_MS = 30 * SECOND_MS;

/** The longer of the two delays; null if neither is long enough to be shown. */
export function longestDelay(noticingMs: number, sendingMs: number): Delay | null {
  if (Math.max(noticingMs, sendingMs) < MIN_SHOWN_MS) return null;
  return noticingMs >= sendingMs
    ? { stage: "noticing", lagMs: noticingMs }
    : { stage: "sending", lagMs: sendingMs };
}

let latest: { at: number; delay: Promise<Delay | null> } | undefined;

/** How late alerts are, cached for a few seconds; null if they are on time. If no worker runs, both delays grow. */
export function currentDelay(): Promise<Delay | null> {
  const at = performance.now();
  if (!latest || at - latest.at > CACHE_MS) latest = { at, delay: measureDelay() };
  return latest.delay;
}

async function measureDelay(): Promise<Delay | null> {
  const [unmonitoredMs, hold, noticingMs, { lagMs }] = await Promise.all([
    msSinceListening(),
    findAlertHold(),
    sweepLag(),
    outboxLag(),
  ]);
  // While no one listens or nothing arrives, misses are not noticed on purpose.
  if (unmonitoredMs > MIN_UNHEARD_MS) return { stage: "listening", lagMs: unmonitoredMs };
  if (hold) return { stage: "arriving", lagMs: Date.now() - hold.startsAt.getTime() };
  return longestDelay(noticingMs, lagMs);
}
