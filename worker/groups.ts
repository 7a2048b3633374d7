import { MAX_DRIFT_MS } from "@/lib/platform/clock";
import type { RecurringQueue } from "@/lib/platform/queue-names";
import { HOUR_MS } from "@/lib/rules/durations";

type Group = {
  /** The queue that starts its jobs. */
  queue: RecurringQueue;
  /**
   * The clock drift beyond which the jobs are not run: with a wrong clock every snitch would look overdue and all history
   * expired. The outbox has none: sending must go on, and leases use the database’s clock.
   */
  maxDriftMs?: number;
  /** Only one worker at a time runs a job. The others skip it, because it would do the same work again. */
  isExclusive?: boolean;
};

export type GroupName =
  | "sweep"
  | "deferred"
  | "late-reports"
  | "outbox"
  | "summaries"
  | "heartbeats"
  | "audit"
  | "maintenance"
  | "deadlines"
  | "digests"
  | "counts"
  | "outputs"
  | "texts"
  | "cleanup"
  | "backups";

/** Jobs of one group run one after another in each worker; groups run side by side. */
export const GROUPS: Record<GroupName, Group> = {
  sweep: { queue: "recurring", maxDriftMs: MAX_DRIFT_MS },
  // These two by themselves: a rush of check-ins, or anyone who sends late reports, would delay the alerts of others.
  deferred: { queue: "slow", maxDriftMs: MAX_DRIFT_MS },
  "late-reports": { queue: "slow", maxDriftMs: MAX_DRIFT_MS },
  outbox: { queue: "recurring" },
  // Apart from the outbox, because with a wrong clock quiet hours would end too early.
  summaries: { queue: "recurring", maxDriftMs: MAX_DRIFT_MS },
  // By themselves, because another installation calls this one dead if maintenance delays them.
  heartbeats: { queue: "recurring", maxDriftMs: HOUR_MS },
  // On its own, because a receiver that hangs must not delay anything else. Its lease uses the database’s clock.
  audit: { queue: "recurring" },
  maintenance: { queue: "recurring", maxDriftMs: HOUR_MS },
  // With a million snitches this takes a while. A wrong clock moves them too early, which is harmless.
  deadlines: { queue: "slow" },
  // Reading outputs takes a while. One worker does it, so that none is read twice.
  texts: { queue: "slow", maxDriftMs: HOUR_MS, isExclusive: true },
  // The figures of a month take a while.
  digests: { queue: "slow", maxDriftMs: HOUR_MS },
  // Counts of a large installation take hours, in small steps.
  counts: { queue: "slow", maxDriftMs: HOUR_MS },
  // A bucket may be slow. Every worker finds at the same time what waits to be moved.
  outputs: { queue: "slow", maxDriftMs: HOUR_MS, isExclusive: true },
  cleanup: { queue: "slow", maxDriftMs: HOUR_MS },
  backups: { queue: "slow", maxDriftMs: HOUR_MS },
};
