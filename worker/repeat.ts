import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/durations";

/** `run` returns whether it succeeded, and never throws. */
export type Repeated = { everyMs: number; run: () => Promise<boolean> };

/** A failed run is repeated after this time, or after its interval if that is shorter. */
const RETRY_MS = MINUTE_MS;

/** A timer cannot wait much longer. */
const MAX_WAIT_MS = DAY_MS;

/**
 * Runs these jobs one after another, each now and then whenever its interval has passed since its last start. A run that
 * takes longer than its interval delays the next one. Returns a function that stops them and resolves when the run in
 * progress has ended.
 */
export function repeat(jobs: Repeated[], retryMs = RETRY_MS): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const dueAt = new Map(jobs.map((job) => [job, performance.now()]));

  const runDue = async () => {
    for (const [job, at] of dueAt) {
      const startedAt = performance.now();
      if (signal.aborted || at > startedAt) continue;
      const succeeded = await job.run();
      dueAt.set(job, startedAt + (succeeded ? job.everyMs : Math.min(job.everyMs, retryMs)));
    }
  };
  const runUntilStopped = async () => {
    while (!signal.aborted) {
      await runDue();
      const waitMs = Math.min(...dueAt.values()) - performance.now();
      await sleep(Math.max(0, Math.min(waitMs, MAX_WAIT_MS)), undefined, { signal }).catch(() => {});
    }
  };
  const ended = runUntilStopped();
  return () => {
    stopping.abort();
    return ended;
  };
}
