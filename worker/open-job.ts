import { randomUUID } from "node:crypto";
import { isClockTrusted } from "@/lib/platform/clock";
import { isConnectionError } from "@/lib/platform/db-errors";
import { withLogContext } from "@/lib/platform/log";
import { openOutageLog } from "@/lib/platform/log-outage";
import type { ExpectLater } from "@/lib/platform/recurring-jobs";
import { runExclusively } from "@/lib/platform/run-exclusively";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";
import { RETRY_MS, sleepMs } from "@/lib/rules/notifications/sleep";
import type { Dispatcher } from "./dispatcher";
import { GROUPS } from "./groups";
import type { Repeated } from "./repeat";
import type { RecurringJob } from "./schedule";

/** Asked when a run begins. False if another worker has begun it. */
export type Begin = () => Promise<boolean>;

export type OpenJob = Repeated & {
  /** Asks for one run, as soon as the group has time. Resolves when it has ended, or at once if it was asked for already. */
  ask: (begin: Begin) => Promise<void>;
  /** Rejects what was asked for and has not begun. */
  dismiss: () => void;
};

/** A run that was asked for and failed is overdue after this time: the guard then begins it again within a minute. */
const RETRY_AFTER_FAILURE_MS = 45 * SECOND_MS;

/** A job that has no instant of its own does not come back on its own. */
const NEVER_MS = DAY_MS;

const databaseOutage = openOutageLog(
  { failing: "recurring jobs cannot run: the database is unavailable", working: "recurring jobs run again" },
  "error",
);

/** What jobs need of their worker. `hearsWakeUps`: whether wake-ups reach this process now. */
export type WorkerContext = {
  dispatcher: Dispatcher;
  hearsWakeUps: () => boolean;
  expectLater: ExpectLater;
};
type Asked = { begin: Begin; resolve: () => void; reject: (error: unknown) => void };

/** A recurring job of this process. Only its group runs it. */
export function openJob(
  name: string,
  { group, everyMs, run, dueAt, lookMs }: RecurringJob,
  { dispatcher, hearsWakeUps, expectLater }: WorkerContext,
): OpenJob {
  const outage = openOutageLog(
    { failing: "a recurring job failed", working: "a recurring job works again" },
    "error",
  );
  const { maxDriftMs, isExclusive } = GROUPS[group];
  let asked: Asked | null = null;
  const failedMs = dueAt ? RETRY_MS : NEVER_MS;

  const look = async () => (await dueAt?.(new Date())) ?? null;
  const runAt = (now: Date) =>
    isExclusive ? runExclusively(name, () => run(now, dispatcher)) : run(now, dispatcher);
  /** In how many milliseconds to look. `ranAt`: when the work was begun; null if nothing was due. */
  const waitFor = (next: Date | null, ranAt: Date | null): number =>
    dueAt ? sleepMs(next, { now: new Date(), ranAt, hearsWakeUps: hearsWakeUps(), lookMs }) : NEVER_MS;

  /** Runs the job if it was asked for or something is due, and returns in how many milliseconds to look. */
  const come = async (request: Asked | null): Promise<number> => {
    const next = request ? null : await look();
    const now = new Date();
    if (!request && (next === null || next > now)) return waitFor(next, null);
    if (maxDriftMs !== undefined && !(await isClockTrusted(now, maxDriftMs))) {
      request?.reject(new Error("The clock of this worker differs from the database’s."));
      return failedMs;
    }
    if (!request || (await request.begin())) await runAt(now);
    return waitFor(await look(), now);
  };
  const comeAndLog = async (): Promise<number> => {
    const request = asked;
    try {
      const waitMs = await come(request);
      databaseOutage.worked();
      outage.worked();
      request?.resolve();
      return waitMs;
    } catch (error) {
      (isConnectionError(error) ? databaseOutage : outage).failed({ job: name, err: error });
      if (request) expectLater({ name, withinMs: Math.min(everyMs, RETRY_AFTER_FAILURE_MS) });
      request?.reject(error);
      return failedMs;
    } finally {
      if (request) asked = null;
    }
  };
  return {
    canBeWoken: dueAt !== undefined,
    run: () => withLogContext({ job: name, requestId: randomUUID() }, comeAndLog),
    ask: async (begin) => {
      if (asked) return;
      await new Promise<void>((resolve, reject) => {
        asked = { begin, resolve, reject };
      });
    },
    dismiss: () => asked?.reject(new Error("The worker stops.")),
  };
}
