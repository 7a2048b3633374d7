import { ringOwed } from "@/lib/alerts/outbox";
import { sweepDeadlines } from "@/lib/alerts/sweep";
import type { QueueName } from "@/lib/queue";

type Recurring = { queue: QueueName; every: number; run: (now: Date) => Promise<unknown> };

/** Every recurring job. Each is safe to run late, twice, and in several workers at once. */
export const SCHEDULE: Record<string, Recurring> = {
  "sweep-deadlines": { queue: "sweep", every: 2_000, run: sweepDeadlines },
  "ring-owed": { queue: "upkeep", every: 5_000, run: ringOwed },
};
