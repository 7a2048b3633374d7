import { openOutageLog } from "@/lib/platform/log-outage";
import { addJobs, listOverdueJobs, takeOverdueJob } from "@/lib/platform/recurring-jobs";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import type { Schedulers } from "./ensure-schedulers";
import type { Begin } from "./open-job";
import { repeat } from "./repeat";
import type { RunningSchedule } from "./run-schedule";
import type { Schedule } from "./schedule";

/** How often a worker looks for overdue jobs, and how often while the queue does not start them. */
const LOOK_MS = 15 * SECOND_MS;
const LOOK_WHILE_LATE_MS = 5 * SECOND_MS;

/** The queue starts jobs again when for this time none has been overdue. */
const LATE_MS = 2 * MINUTE_MS;

/**
 * Begins without the queue what it has not started in time, what failed a minute ago, and, once for all workers, what has never
 * run. The returned function ends that.
 */
export function startGuard(
  schedule: Schedule,
  running: RunningSchedule,
  { marginMs, schedulers }: { marginMs: number; schedulers: Schedulers },
): () => Promise<void> {
  const lateness = openOutageLog({
    failing: "recurring jobs are overdue: this worker begins them without the queue",
    working: "no recurring job is overdue any more",
  });
  const outage = openOutageLog({
    failing: "cannot look for overdue recurring jobs",
    working: "can look for overdue recurring jobs again",
  });
  const jobs = Object.entries(schedule).map(([name, { everyMs }]) => ({ name, everyMs }));
  // A failure is logged by the job, which is then overdue again.
  const run = (name: string, begin: Begin) => void running.run(name, begin).catch(() => {});
  let isFirstLook = true;
  let lateUntil = Number.NEGATIVE_INFINITY;

  /** They return after how many milliseconds to look again. */
  async function addNewJobs() {
    const newJobs = await addJobs(jobs.map(({ name, everyMs }) => ({ name, withinMs: everyMs + marginMs })));
    for (const name of newJobs) run(name, async () => true);
    isFirstLook = false;
    // The queue has time to start what was due while no worker ran.
    return marginMs;
  }
  async function beginOverdueJobs() {
    const overdue = await listOverdueJobs(jobs.map(({ name }) => name));
    for (const { name, everyMs } of jobs)
      if (overdue.includes(name)) run(name, () => takeOverdueJob({ name, withinMs: everyMs }));
    if (overdue.length > 0 || !schedulers.areKept()) schedulers.keepLater();
    if (overdue.length > 0) {
      lateUntil = performance.now() + LATE_MS;
      lateness.failed({ jobs: overdue });
    }
    if (performance.now() < lateUntil) return LOOK_WHILE_LATE_MS;
    lateness.worked();
    return LOOK_MS;
  }
  async function look() {
    try {
      const waitMs = await (isFirstLook ? addNewJobs() : beginOverdueJobs());
      outage.worked();
      return waitMs;
    } catch (err) {
      outage.failed({ err });
      return LOOK_WHILE_LATE_MS;
    }
  }
  return repeat([{ run: look }]).stop;
}
