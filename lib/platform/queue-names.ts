import { MINUTE_MS } from "@/lib/rules/durations";
import type { WorkerSettings } from "./queue-backend";

/** The kinds of rows that workers are woken for. */
export type WakeUpQueue = (typeof WAKE_UP_QUEUES)[number];
export const WAKE_UP_QUEUES = ["emails", "deliveries"] as const;

/** The queues of recurring jobs. What may take minutes delays nothing else. */
export type RecurringQueue = (typeof RECURRING_QUEUES)[number];
export const RECURRING_QUEUES = ["recurring", "slow"] as const;

export type QueueName = WakeUpQueue | RecurringQueue;

type Settings = Omit<WorkerSettings, "concurrency">;

// Rows whose wake-up a dead worker had taken are found by polling, long before.
const WAKE_UP: Settings = { takeOverEveryMs: 5 * MINUTE_MS };
const RECURRING: Settings = { takeOverEveryMs: MINUTE_MS };

export const isWakeUpQueue = (name: QueueName) => WAKE_UP_QUEUES.some((each) => each === name);
export const findQueueSettings = (name: QueueName): Settings => (isWakeUpQueue(name) ? WAKE_UP : RECURRING);
