import type { Queues } from "@/lib/platform/queue";
import { RECURRING_QUEUES, type RecurringQueue } from "@/lib/platform/queue-names";
import type { ExpectLater } from "@/lib/platform/recurring-jobs";
import { SECOND_MS } from "@/lib/rules/durations";
import { ensureSchedulers } from "./ensure-schedulers";
import { startGuard } from "./guard";
import type { RunningSchedule } from "./run-schedule";
import type { Schedule } from "./schedule";

/** How late the queue may start a job before the guard does. */
const MARGIN_MS = 30 * SECOND_MS;

/**
 * How many jobs of a queue a worker runs side by side. Few, because BullMQ then completes one and takes the next in one
 * transaction. A job that waits for its group counts, too.
 */
const CONCURRENCY: Record<RecurringQueue, number> = { recurring: 3, slow: 4 };

/**
 * Has the queue start the jobs of the schedule, each once in its interval in one of the workers, and runs those that it starts
 * here. A guard begins what it has not started in time. The returned function ends the guard.
 */
export function startRecurringJobs(
  queues: Queues,
  schedule: Schedule,
  running: RunningSchedule,
  expectLater: ExpectLater,
): () => Promise<void> {
  /** Runs a job that the queue has started. One that only another version knows is left to that version’s guard. */
  async function runStarted(name: string) {
    const everyMs = schedule[name]?.everyMs;
    if (everyMs === undefined) return;
    await running.run(name, async () => {
      expectLater({ name, withinMs: everyMs + MARGIN_MS });
      return true;
    });
  }
  for (const queue of RECURRING_QUEUES)
    queues.work(queue, CONCURRENCY[queue], ({ name }) => runStarted(name));
  return startGuard(schedule, running, {
    marginMs: MARGIN_MS,
    schedulers: ensureSchedulers(queues, schedule),
  });
}
