import { GROUPS, type GroupName } from "./groups";
import { type Begin, openJob, type WorkerContext } from "./open-job";
import { repeat } from "./repeat";
import type { Schedule } from "./schedule";

export type RunningSchedule = {
  /** Has the jobs of a group look at once for what is due. */
  wake: (groupName: GroupName) => void;
  /**
   * Runs a job once, after what its group does now. Resolves when it has ended, or at once if it was asked for already and has
   * not ended; rejects if it failed.
   */
  run: (name: string, begin: Begin) => Promise<void>;
  /** Resolves when the runs in progress have ended. */
  stop: () => Promise<void>;
};

/**
 * Runs the jobs that are asked for, and those that know when they have something to do at that instant, too. Jobs of one group
 * run one after another, and groups side by side.
 */
export function runSchedule(schedule: Schedule, context: WorkerContext): RunningSchedule {
  const jobs = Object.entries(schedule).map(([name, job]) => ({
    name,
    group: job.group,
    ...openJob(name, job, context),
  }));
  const repetitions = new Map(
    Object.keys(GROUPS).map((name) => [name, repeat(jobs.filter(({ group }) => group === name))]),
  );
  let isStopped = false;
  return {
    wake: (groupName) => repetitions.get(groupName)?.wake(),
    async run(name, begin) {
      const job = jobs.find((each) => each.name === name);
      if (!job || isStopped) throw new Error(`This worker does not run ${name}.`);
      const ended = job.ask(begin);
      repetitions.get(job.group)?.wake(job);
      await ended;
    },
    async stop() {
      isStopped = true;
      await Promise.all([...repetitions.values()].map(({ stop }) => stop()));
      for (const job of jobs) job.dismiss();
    },
  };
}
