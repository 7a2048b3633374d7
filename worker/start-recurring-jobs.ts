import { openOutageLog } from "@/lib/platform/log-outage";
import type { Queues } from "@/lib/platform/queue";
import { RECURRING_QUEUES, type RecurringQueue } from "@/lib/platform/queue-names";
import { addJobs, type ExpectLater, listOverdueJobs, takeOverdueJob } from "@/lib/platform/recurring-jobs";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { GROUPS } from "./groups";
import type { Begin } from "./open-job";
import { repeat } from "./repeat";
import type { RunningSchedule } from "./run-schedule";
import type { Schedule } from "./schedule";

/** How late the queue may start a job before a worker begins it without the queue. */
const MARGIN_MS = 30 * SECOND_MS;

/** How often a worker looks for overdue jobs, and how often while the queue does not start them. */
const LOOK_MS = 15 * SECOND_MS;
const LOOK_WHILE_LATE_MS = 5 * SECOND_MS;

/** The queue starts jobs again when for this time none has been overdue. */
const LATE_MS = 2 * MINUTE_MS;

/**
 * How many jobs of a queue a worker runs side by side. Few, because BullMQ then completes one and takes the next in one
 * transaction. A job that waits for its group counts, too.
 */
const CONCURRENCY: Record<RecurringQueue, number> = { recurring: 3, slow: 4 };

/**
 * Has the queue start the jobs of the schedule, each once in its interval in one of the workers, and runs those that it starts
 * here. Begins without the queue what it has not started in time, what failed a minute ago, and, once for all workers, what has
 * never run. The returned function ends that.
 */
export function startRecurringJobs(
  queues: Queues,
  schedule: Schedule,
  running: RunningSchedule,
  expectLater: ExpectLater,
): () => Promise<void> {
  const jobs = Object.entries(schedule).map(([name, { everyMs, group }]) => ({
    name,
    everyMs,
    queue: GROUPS[group].queue,
  }));
  const lateness = openOutageLog({
    failing: "recurring jobs are overdue: this worker starts them without the queue",
    working: "no recurring job is overdue now",
  });
  const outage = openOutageLog({
    failing: "cannot look for overdue recurring jobs",
    working: "can look for overdue recurring jobs again",
  });
  const keepSchedulers = openSchedulers(queues, jobs);
  let isFirstLook = true;
  let lateUntil = Number.NEGATIVE_INFINITY;

  for (const queue of RECURRING_QUEUES)
    queues.work(queue, CONCURRENCY[queue], async ({ name }) => {
      const job = jobs.find((each) => each.name === name);
      // One that only another version knows is left to the workers of that version.
      if (!job) return;
      await running.run(name, async () => {
        expectLater({ name, withinMs: job.everyMs + MARGIN_MS });
        return true;
      });
    });

  // A failure is logged by the job, which is then overdue again.
  const run = (name: string, begin: Begin) => void running.run(name, begin).catch(() => {});

  /** These return after how many milliseconds to look again. */
  async function addNewJobs() {
    const newJobs = await addJobs(jobs.map(({ name, everyMs }) => ({ name, withinMs: everyMs + MARGIN_MS })));
    for (const name of newJobs) run(name, async () => true);
    isFirstLook = false;
    // The queue has time to start what was due while no worker ran.
    return MARGIN_MS;
  }
  async function beginOverdueJobs() {
    const overdue = await listOverdueJobs(jobs.map(({ name }) => name));
    for (const { name, everyMs } of jobs)
      if (overdue.includes(name)) run(name, () => takeOverdueJob({ name, withinMs: everyMs }));
    keepSchedulers(overdue.length > 0);
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

type Planned = { name: string; everyMs: number; queue: RecurringQueue };

/**
 * Schedules these jobs in the queue, and removes those of an earlier version. The returned function schedules them again if the queue
 * may have lost them, or has not accepted them yet.
 */
function openSchedulers(queues: Queues, jobs: Planned[]): (mayBeLost: boolean) => void {
  const outage = openOutageLog({
    failing: "cannot schedule recurring jobs in the queue: workers start them when they are overdue",
    working: "the queue starts recurring jobs again",
  });
  let areKept = false;
  let isUnderWay = false;

  async function keep() {
    for (const queue of RECURRING_QUEUES) {
      const own = jobs.filter((job) => job.queue === queue);
      await queues.schedule(queue, own);
      // Only at first: while two versions run side by side, neither keeps removing what the other one adds.
      if (!areKept) await queues.unscheduleOthers(queue, own);
    }
    areKept = true;
  }
  function keepLater(mayBeLost: boolean) {
    if (isUnderWay || (areKept && !mayBeLost)) return;
    isUnderWay = true;
    keep()
      .then(outage.worked, ({ message }: Error) => outage.failed({ error: message }))
      .finally(() => {
        isUnderWay = false;
      });
  }
  keepLater(true);
  return keepLater;
}
