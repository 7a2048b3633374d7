import { randomUUID } from "node:crypto";
import { isClockTrusted, MAX_DRIFT_MS } from "@/lib/platform/clock";
import { isConnectionError } from "@/lib/platform/db-errors";
import { HOUR_MS } from "@/lib/platform/durations";
import { withLogContext } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import { runExclusively } from "@/lib/platform/run-exclusively";
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
  maintenance: { maxDriftMs: HOUR_MS, isExclusive: true },
  // Apart from the outbox, because with a wrong clock quiet hours would end too early.
  summaries: { maxDriftMs: MAX_DRIFT_MS },
  // By themselves, because the figures of a month take a while.
  digests: { maxDriftMs: HOUR_MS, isExclusive: true },
  // By themselves, because a bucket may be slow.
  outputs: { maxDriftMs: HOUR_MS, isExclusive: true },
  backups: { maxDriftMs: HOUR_MS },
};

/**
 * Runs the recurring jobs on timers of this process. Needs no queue: while the queue is away, alerts are raised and sent.
 * Returns a function that stops them and resolves when the runs in progress have ended.
 */
export function runSchedule(dispatcher: Dispatcher): () => Promise<void> {
  const stops = Object.entries(GROUPS).map(([groupName, group]) => {
    const jobs = Object.entries(SCHEDULE).filter(([, job]) => job.group === groupName);
    return repeat(jobs.map(([name, job]) => repeated(name, job, group, dispatcher)));
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

const databaseOutage = openOutageLog(
  { failing: "recurring jobs cannot run: the database is unavailable", working: "recurring jobs run again" },
  "error",
);

function repeated(
  name: string,
  { everyMs, run }: RecurringJob,
  { maxDriftMs, isExclusive }: Group,
  dispatcher: Dispatcher,
): Repeated {
  const outage = openOutageLog(
    { failing: "a recurring job failed", working: "a recurring job works again" },
    "error",
  );
  const runNow = async () => {
    const now = new Date();
    if (maxDriftMs !== undefined && !(await isClockTrusted(now, maxDriftMs))) return false;
    await (isExclusive ? runExclusively(name, () => run(now, dispatcher)) : run(now, dispatcher));
    databaseOutage.worked();
    outage.worked();
    return true;
  };
  const runAndLog = () =>
    runNow().catch((error: Error) => {
      (isConnectionError(error) ? databaseOutage : outage).failed({ job: name, err: error });
      return false;
    });
  return { everyMs, run: () => withLogContext({ job: name, requestId: randomUUID() }, runAndLog) };
}
