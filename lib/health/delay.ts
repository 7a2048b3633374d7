import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { outboxLag } from "@/lib/outbox/outbox-lag";

/** Alerts are late: because nobody is called missing, or because nobody is told. */
export type Delay = { of: "noticing" | "sending"; lagMs: number };

/** So late is no hiccup: a restart, or a burst of alerts. */
const WORRYING_MS = 2 * 60_000;

/** Pages ask for this all the time, and it changes slowly. */
const KEPT_MS = 5_000;

/** The worse of two delays that people should know of; null when there is none. */
export function worst(noticingMs: number, sendingMs: number): Delay | null {
  if (Math.max(noticingMs, sendingMs) < WORRYING_MS) return null;
  return noticingMs >= sendingMs
    ? { of: "noticing", lagMs: noticingMs }
    : { of: "sending", lagMs: sendingMs };
}

let known: { at: number; delay: Promise<Delay | null> } | undefined;

/** How late alerts are just now, to within a few seconds. Also tells when no worker runs: then both grow. */
export function currentDelay(): Promise<Delay | null> {
  const at = performance.now();
  if (!known || at - known.at > KEPT_MS) known = { at, delay: look() };
  return known.delay;
}

async function look(): Promise<Delay | null> {
  const [noticingMs, { lagMs }] = await Promise.all([sweepLag(), outboxLag()]);
  return worst(noticingMs, lagMs);
}
