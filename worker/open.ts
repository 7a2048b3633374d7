import { log } from "@/lib/log";
import { notify } from "@/lib/notices/notify";
import type { Queues } from "@/lib/queue";
import { deliver } from "@/lib/webhooks/deliver";
import { SCHEDULE } from "./schedule";

const NOTICES_AT_ONCE = 10;
/** Most of the time of a delivery is waiting for its receiver. */
const DELIVERIES_AT_ONCE = 50;

/** A queue that lost its data forgets what recurs, so it is told again this often. */
const RESCHEDULED_EVERY_MS = 10_000;

/** Starts working off these queues. Resolves once everything listens; closing the queues ends it. */
export async function openWorkers(queues: Queues): Promise<void> {
  const recur = ({ name }: { name: string }) => SCHEDULE[name]?.run(new Date(), queues) ?? Promise.resolve();
  await queues.workOff("notices", NOTICES_AT_ONCE, ({ id }) => notify(id));
  await queues.workOff("deliveries", DELIVERIES_AT_ONCE, ({ id }) => deliver(id));
  await queues.workOff("upkeep", 1, recur);
  await queues.workOff("backups", 1, recur);
  await queues.workOff("sweep", 1, recur);
  await schedule(queues);
  const again = setInterval(() => {
    schedule(queues).catch((fault: Error) =>
      log.warn({ fault: fault.message }, "the schedule was not renewed"),
    );
  }, RESCHEDULED_EVERY_MS);
  queues.onClose(() => clearInterval(again));
}

async function schedule(queues: Queues): Promise<void> {
  for (const [name, { queue, everyMs }] of Object.entries(SCHEDULE)) {
    await queues.recur(queue, name, { every: everyMs });
  }
}
