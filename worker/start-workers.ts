import { isRightTime, MOST_MS } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { QueueName, Queues } from "@/lib/platform/queue";
import { openSender } from "./dispatcher";
import { SCHEDULE } from "./schedule";

/** A job only says that a row is owed, which takes no time; the row's turn comes in its line or lane. */
const BELLS_AT_ONCE = 20;

/** A queue that lost its data forgets what recurs, so it is told again this often. */
const RESCHEDULED_EVERY_MS = 5_000;

const HOUR_MS = 3_600_000;

/**
 * How far the time may be off for the work of a queue: by a wrong clock everybody is late at once, and everything old
 * enough to be dropped. What is owed is sent by no clock.
 */
const OFF_BY_MS: Partial<Record<QueueName, number>> = { sweep: MOST_MS, upkeep: HOUR_MS, backups: HOUR_MS };

/** Starts working off these queues. Resolves once everything listens; closing the queues ends it. */
export async function openWorkers(queues: Queues): Promise<void> {
  const sender = openSender();
  queues.onClose(async () => {
    await sender.close();
  });

  const recur = async ({ name }: { name: string }) => {
    const work = SCHEDULE[name];
    if (!work) return;
    const now = new Date();
    const mostMs = OFF_BY_MS[work.queue];
    if (mostMs === undefined || (await isRightTime(now, mostMs))) await work.run(now, sender);
  };
  await queues.workOff("notices", BELLS_AT_ONCE, ({ id }) => sender.notice(id));
  await queues.workOff("deliveries", BELLS_AT_ONCE, ({ id }) => sender.delivery(id));
  await queues.workOff("outbox", 1, recur);
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
