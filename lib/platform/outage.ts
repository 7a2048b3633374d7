import { MINUTE_MS } from "@/lib/rules/durations";

/** What is known about one thing that can fail. Times are milliseconds of a monotonic clock. */
export type Outage = {
  /** Since when it fails; null while it works. */
  since: number | null;
  /** When a failure was last logged. */
  loggedAt: number;
  /** The failures that no line has counted yet. */
  unlogged: number;
};

/** A line to log: `failures` is how many it represents. */
export type OutageLine =
  | { kind: "failing"; failures: number }
  | { kind: "working"; failures: number; lastedMs?: number };

type Step = { outage: Outage; line: OutageLine | null };

/** It works, and nothing was ever logged. */
export const WORKING: Outage = { since: null, loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 };

/** When the failures that no line has counted yet must be logged. */
export const nextLineAt = ({ loggedAt }: Outage) => loggedAt + MINUTE_MS;

/** A failure is logged at once if none was logged in the minute before; otherwise it is counted. */
export function afterFailure(outage: Outage, at: number): Step {
  const failing = { ...outage, since: outage.since ?? at, unlogged: outage.unlogged + 1 };
  return at < nextLineAt(outage) ? { outage: failing, line: null } : count(failing, at);
}

/** The end of an outage is logged with its duration, unless its beginning was not logged: it may begin again at once. */
export function afterSuccess(outage: Outage, at: number): Step {
  if (outage.since === null) return { outage, line: null };
  if (outage.loggedAt < outage.since) return { outage: { ...outage, since: null }, line: null };
  const line = { kind: "working", failures: outage.unlogged, lastedMs: at - outage.since } as const;
  return { outage: { ...outage, since: null, unlogged: 0 }, line };
}

/** Once a minute, the failures that no line has counted yet are logged as one count. */
export function afterMinute(outage: Outage, at: number): Step {
  if (outage.unlogged === 0) return { outage, line: null };
  if (outage.since !== null) return count(outage, at);
  return { outage: { ...outage, unlogged: 0 }, line: { kind: "working", failures: outage.unlogged } };
}

function count(outage: Outage, at: number): Step {
  const line: OutageLine = { kind: "failing", failures: outage.unlogged };
  return { outage: { ...outage, loggedAt: at, unlogged: 0 }, line };
}
