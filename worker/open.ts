import { log } from "@/lib/log";
import { mailProvider } from "@/lib/mail/provider";
import { openLine } from "@/lib/notices/line";
import { openLanes } from "@/lib/outbox/lanes";
import type { Queues } from "@/lib/queue";
import { deliver, laneOf } from "@/lib/webhooks/deliver";
import { SCHEDULE } from "./schedule";

/** A job only says that a row is owed, which takes no time; the row's turn comes in its line or lane. */
const BELLS_AT_ONCE = 20;

/** Most of the time of a delivery is waiting for its receiver. */
const DELIVERIES_AT_ONCE = 500;

/** A queue that lost its data forgets what recurs, so it is told again this often. */
const RESCHEDULED_EVERY_MS = 5_000;

/** Starts working off these queues. Resolves once everything listens; closing the queues ends it. */
export async function openWorkers(queues: Queues): Promise<void> {
  const onFault = (fault: unknown) => log.error({ err: fault }, "a row could not be sent");
  const line = openLine(mailProvider(), onFault);
  const lanes = openLanes(DELIVERIES_AT_ONCE, onFault);
  queues.onClose(line.close);
  queues.onClose(lanes.close);

  const recur = ({ name }: { name: string }) => SCHEDULE[name]?.run(new Date(), queues) ?? Promise.resolve();
  await queues.workOff("notices", BELLS_AT_ONCE, async ({ id }) => line.add(id));
  await queues.workOff("deliveries", BELLS_AT_ONCE, async ({ id }) => {
    const lane = lanes.knows(id) ? null : await laneOf(id);
    if (lane) lanes.add(lane.name, lane.atOnce, id, () => deliver(id));
  });
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
