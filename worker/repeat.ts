import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "@/lib/rules/durations";
import { MIN_REST_MS } from "@/lib/rules/notifications/sleep";

/** `run` returns after how many milliseconds it should run again, and never throws. */
export type Repeated = { run: () => Promise<number>; canBeWoken?: boolean };

export type Repetition = {
  /** Runs this job, or all that can be woken, as soon as possible, instead of when they wanted to run again. */
  wake: (job?: Repeated) => void;
  /** Resolves when the run in progress has ended. */
  stop: () => Promise<void>;
};

/** A timer cannot wait much longer. */
const MAX_WAIT_MS = DAY_MS;

/** Runs these jobs one after another, each now and then whenever it wants to run again. */
export function repeat(jobs: Repeated[]): Repetition {
  let isStopped = false;
  let sleeping = new AbortController();
  const restedAt = new Map(jobs.map((job) => [job, performance.now()]));
  const nextAt = new Map(restedAt);
  const woken = new Set<Repeated>();

  const startsAt = (job: Repeated) => {
    const at = nextAt.get(job) ?? 0;
    return woken.has(job) ? Math.min(at, restedAt.get(job) ?? 0) : at;
  };
  const runDue = async () => {
    for (const job of jobs) {
      if (isStopped || startsAt(job) > performance.now()) continue;
      // Before the run: what woke it during the run may have come too late for it.
      woken.delete(job);
      const waitMs = await job.run();
      const endedAt = performance.now();
      nextAt.set(job, endedAt + waitMs);
      restedAt.set(job, endedAt + MIN_REST_MS);
    }
  };
  const runUntilStopped = async () => {
    while (!isStopped) {
      await runDue();
      sleeping = new AbortController();
      // A timer may fire up to a millisecond early.
      const waitMs = Math.min(...jobs.map(startsAt)) - performance.now();
      if (waitMs > 0 && !isStopped)
        await sleep(Math.min(Math.ceil(waitMs) + 1, MAX_WAIT_MS), undefined, {
          signal: sleeping.signal,
        }).catch(() => {});
    }
  };
  const end = runUntilStopped();
  return {
    wake(only) {
      for (const job of only ? [only] : jobs.filter(({ canBeWoken }) => canBeWoken)) woken.add(job);
      sleeping.abort();
    },
    stop() {
      isStopped = true;
      sleeping.abort();
      return end;
    },
  };
}
