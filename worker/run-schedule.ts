import { randomUUID } from "node:crypto";
import { isClockTrusted, MAX_DRIFT_MS } from "@/lib/platform/clock";
import { isConnectionError } from "@/lib/platform/db-errors";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/durations";
import { withLogContext } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import { runExclusively } from "@/lib/platform/run-exclusively";
import { RETRY_MS, sleepMs } from "@/lib/rules/sleep";
import type { Dispatcher } from "./dispatcher";
import { type Repeated, repeat } from "./repeat";
import { type GroupName, type RecurringJob, SCHEDULE } from "./schedule";

type Group = {
  /**
   * The clock drift beyond which the jobs are skipped: with a wrong clock every snitch would look overdue and all history
   * expired. The outbox has none: sending must go on, and leases use the database’s clock.
   */
  maxDriftMs?: number;
  /** Only one worker at a time runs a job. The others skip it, because it would do the same work again. */
  isExclusive?: boolean;
};

const GROUPS: Record<GroupName, Group> = {
  sweep: { maxDriftMs: MAX_DRIFT_MS },
  // By themselves, because of a million snitches this takes a while. A wrong clock moves them too early, and harms nothing.
  watches: { isExclusive: true },
  outbox: {},
  // By themselves, because another installation calls this one dead if maintenance delays them.
  heartbeats: { maxDriftMs: HOUR_MS, isExclusive: true },
  maintenance: { maxDriftMs: HOUR_MS, isExclusive: true },
  // Apart from the outbox, because with a wrong clock quiet hours would end too early.
  summaries: { maxDriftMs: MAX_DRIFT_MS },
  // By themselves, because the figures of a month take a while.
  digests: { maxDriftMs: HOUR_MS, isExclusive: true },
  // By themselves, because a bucket may be slow.
  outputs: { maxDriftMs: HOUR_MS, isExclusive: true },
  backups: { maxDriftMs: HOUR_MS },
};

/** A failed run is repeated after this time, or after its interval if that is shorter. */
const RETRY_AFTER_FAILURE_MS = MINUTE_MS;

export type RunningSchedule = {
  /** Has the jobs of a group look at once for what is due. */
  wake: (groupName: GroupName) => void;
  /** Resolves when the runs in progress have ended. */
  stop: () => Promise<void>;
};

/**
 * Runs the recurring jobs on timers of this process. Needs no queue: while the queue is away, alerts are raised and sent.
 * `hearsWakeUps`: whether wake-ups reach this process now.
 */
export function runSchedule(dispatcher: Dispatcher, hearsWakeUps: () => boolean): RunningSchedule {
  const repetitions = new Map(
    Object.entries(GROUPS).map(([groupName, group]) => {
      const jobs = Object.entries(SCHEDULE).filter(([, job]) => job.group === groupName);
      return [
        groupName,
        repeat(jobs.map(([name, job]) => repeated(name, job, group, { dispatcher, hearsWakeUps }))),
      ];
    }),
  );
  return {
    wake: (groupName) => repetitions.get(groupName)?.wake(),
    stop: async () => {
      await Promise.all([...repetitions.values()].map(({ stop }) => stop()));
    },
  };
}

const databaseOutage = openOutageLog(
  { failing: "recurring jobs cannot run: the database is unavailable", working: "recurring jobs run again" },
  "error",
);

type Worker = { dispatcher: Dispatcher; hearsWakeUps: () => boolean };

function repeated(
  name: string,
  { everyMs, run, dueAt, lookMs }: RecurringJob,
  { maxDriftMs, isExclusive }: Group,
  { dispatcher, hearsWakeUps }: Worker,
): Repeated {
  const outage = openOutageLog(
    { failing: "a recurring job failed", working: "a recurring job works again" },
    "error",
  );
  const runAt = async (now: Date) => {
    if (maxDriftMs !== undefined && !(await isClockTrusted(now, maxDriftMs))) return false;
    await (isExclusive ? runExclusively(name, () => run(now, dispatcher)) : run(now, dispatcher));
    return true;
  };
  const failedMs = dueAt ? RETRY_MS : Math.min(everyMs, RETRY_AFTER_FAILURE_MS);
  let mustRunAt = 0;
  const look = async () => (await dueAt?.(new Date())) ?? null;
  /** In how many milliseconds to come back. `ranAt`: when the work was begun; null if nothing was due. */
  const waitFor = (next: Date | null, ranAt: Date | null): number => {
    const waitMs = mustRunAt - performance.now();
    if (!dueAt) return waitMs;
    return Math.min(waitMs, sleepMs(next, { now: new Date(), ranAt, hearsWakeUps: hearsWakeUps(), lookMs }));
  };

  /** Runs the job if it is time, and returns in how many milliseconds to come back. */
  const come = async (): Promise<number> => {
    const startedAt = performance.now();
    const mustRun = startedAt >= mustRunAt;
    const next = mustRun ? null : await look();
    const now = new Date();
    if (!mustRun && (next === null || next > now)) return waitFor(next, null);
    if (!(await runAt(now))) return failedMs;
    mustRunAt = startedAt + everyMs;
    return waitFor(await look(), now);
  };
  const comeAndLog = async () => {
    try {
      const waitMs = await come();
      databaseOutage.worked();
      outage.worked();
      return waitMs;
    } catch (error) {
      (isConnectionError(error) ? databaseOutage : outage).failed({ job: name, err: error });
      return failedMs;
    }
  };
  return {
    canBeWoken: dueAt !== undefined,
    run: () => withLogContext({ job: name, requestId: randomUUID() }, comeAndLog),
  };
}
