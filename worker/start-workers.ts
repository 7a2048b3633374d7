import { CHANNEL, TIMER_NAMES, type TimerName } from "@/lib/outbox/wake-timers";
import { listenOn } from "@/lib/platform/listen";
import type { Queues } from "@/lib/platform/queue";
import { openExpectations } from "@/lib/platform/recurring-jobs";
import { openDispatcher } from "./dispatcher";
import { runSchedule } from "./run-schedule";
import { SCHEDULE } from "./schedule";
import { startRecurringJobs } from "./start-recurring-jobs";

/** A wake-up job only passes an id to the dispatcher, so that many can run at the same time. */
const WAKE_UP_CONCURRENCY = 20;

/**
 * Starts the recurring jobs, and handles wake-ups, those of chats by `wakeChats`. Waits neither for the database nor for the queue. The returned function
 * stops everything, closes the queues, and resolves when what was in progress has ended.
 */
export function startWorkers(queues: Queues, schedule = SCHEDULE, wakeChats = () => {}): () => Promise<void> {
  const dispatcher = openDispatcher();
  queues.work("emails", WAKE_UP_CONCURRENCY, ({ id }) => dispatcher.email(id));
  queues.work("deliveries", WAKE_UP_CONCURRENCY, ({ id }) => dispatcher.delivery(id));
  const expectLater = openExpectations();
  const hearsWakeUps = () => wakeUps.isListening();
  const running = runSchedule(schedule, { dispatcher, hearsWakeUps, expectLater });
  const stopGuard = startRecurringJobs(queues, schedule, running, expectLater);
  const wake = (name: TimerName) => (name === "chats" ? wakeChats() : running.wake(name));
  const wakeUps = listenOn({
    channel: CHANNEL,
    onMessage: (name) => wake(name as TimerName),
    onGap: () => TIMER_NAMES.forEach(wake),
    log: {
      failing:
        "Postgres cannot announce earlier deadlines to this worker: it looks for due work every two seconds instead",
      working: "Postgres announces earlier deadlines to this worker again",
    },
  });
  return async () => {
    wakeUps.close();
    queues.drain();
    await Promise.all([stopGuard(), running.stop()]);
    await Promise.all([dispatcher.close(), queues.close()]);
  };
}
