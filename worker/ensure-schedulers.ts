import { openOutageLog } from "@/lib/platform/log-outage";
import type { Queues } from "@/lib/platform/queue";
import { RECURRING_QUEUES } from "@/lib/platform/queue-names";
import { GROUPS } from "./groups";
import type { Schedule } from "./schedule";

export type Schedulers = {
  /** Whether the queue has had all schedulers since this process started. */
  areKept: () => boolean;
  /** Adds the schedulers that the queue lacks: it may have been away, or have lost everything. */
  keepLater: () => void;
};

/** Keeps one scheduler in the queue for each job of the schedule, and at first removes all others. */
export function ensureSchedulers(queues: Queues, schedule: Schedule): Schedulers {
  const outage = openOutageLog({
    failing: "the queue cannot be told what to start: workers begin recurring jobs when they are overdue",
    working: "the queue starts recurring jobs again",
  });
  let areKept = false;
  let isUnderWay = false;

  async function keep() {
    for (const queue of RECURRING_QUEUES) {
      const jobs = Object.entries(schedule)
        .filter(([, { group }]) => GROUPS[group].queue === queue)
        .map(([name, { everyMs }]) => ({ name, everyMs }));
      await queues.schedule(queue, jobs);
      // Only at first: while two versions run side by side, neither keeps removing what the other one adds.
      if (!areKept) await queues.unscheduleOthers(queue, jobs);
    }
    areKept = true;
  }
  function ensureLater() {
    if (isUnderWay) return;
    isUnderWay = true;
    keep()
      .then(outage.worked, ({ message }: Error) => outage.failed({ error: message }))
      .finally(() => {
        isUnderWay = false;
      });
  }

  ensureLater();
  return { areKept: () => areKept, keepLater: ensureLater };
}
