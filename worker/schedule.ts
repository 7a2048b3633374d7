import { ringOwed } from "@/lib/alerts/outbox";
import { sweepDeadlines } from "@/lib/alerts/sweep";
import type { QueueName, Queues } from "@/lib/queue";

type Recurring = { queue: QueueName; every: number; run: (now: Date, queues: Queues) => Promise<unknown> };

/** Every recurring job. Each is safe to run late, twice, and in several workers at once. */
export const SCHEDULE: Record<string, Recurring> = {
  "sweep-deadlines": { queue: "sweep", every: 2_000, run: (now) => sweepDeadlines(now) },
  "ring-owed": { queue: "upkeep", every: 5_000, run: (_, queues) => ringOwed(queues) },
};
