import { CHANNEL, TIMER_NAMES, type TimerName } from "@/lib/outbox/wake-timers";
import { listenOn } from "@/lib/platform/listen";
import type { Queues } from "@/lib/platform/queue";
import { openDispatcher } from "./dispatcher";
import { runSchedule } from "./run-schedule";

/** A wake-up job only passes an id to the dispatcher, so many can run at the same time. */
const WAKE_UP_CONCURRENCY = 20;

/**
 * Starts the recurring jobs, and handles wake-ups. Waits neither for the database nor for the queue. The returned function
 * stops everything, closes the queues, and resolves when what was in progress has ended.
 */
export function startWorkers(queues: Queues): () => Promise<void> {
  const dispatcher = openDispatcher();
  queues.work("emails", WAKE_UP_CONCURRENCY, ({ id }) => dispatcher.email(id));
  queues.work("deliveries", WAKE_UP_CONCURRENCY, ({ id }) => dispatcher.delivery(id));
  const schedule = runSchedule(dispatcher, () => wakeUps.isListening());
  const wakeUps = listenOn({
    channel: CHANNEL,
    onMessage: (name) => schedule.wake(name as TimerName),
    onGap: () => TIMER_NAMES.forEach(schedule.wake),
    log: {
      failing: "timers are not woken: the worker looks every two seconds for what is due",
      working: "timers are woken again",
    },
  });
  return async () => {
    wakeUps.close();
    await schedule.stop();
    await Promise.all([dispatcher.close(), queues.close()]);
  };
}
