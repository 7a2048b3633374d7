import { deleteOldAlerts } from "@/lib/alerts/delete-old";
import { deleteOldEvents } from "@/lib/audit/delete-old";
import { backUpNightly } from "@/lib/backups/make";
import { maintainCanary } from "@/lib/canary/canary";
import { createPartitions, dropOldPartitions } from "@/lib/check-ins/partitions";
import { deleteOldBatches } from "@/lib/emails/batch";
import { sendHeartbeats } from "@/lib/health/heartbeat";
import { deleteOldCaptured } from "@/lib/mail/captured";
import { pauseLongMissing } from "@/lib/monitoring/auto-pause";
import { sendReminders } from "@/lib/monitoring/reminders";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { reportSilences } from "@/lib/monitoring/report-silences";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/platform/durations";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import type { QueueName } from "@/lib/platform/queue";
import { deleteExpired } from "@/lib/users/delete-expired";
import type { Dispatcher } from "./dispatcher";

type RecurringJob = {
  queue: QueueName;
  everyMs: number;
  run: (now: Date, dispatcher: Dispatcher) => Promise<unknown>;
};

/** All recurring jobs. Each is safe to run late, twice, and in several workers at the same time. */
export const SCHEDULE: Record<string, RecurringJob> = {
  "sweep-deadlines": {
    queue: "sweep",
    everyMs: 2 * SECOND_MS,
    run: (now) => sweepDeadlines(now, msSinceConnectionLost()),
  },
  "replay-deferred": {
    queue: "sweep",
    everyMs: 2 * SECOND_MS,
    run: () => replayDeferred(msSinceConnectionLost()),
  },
  "poll-outbox": { queue: "outbox", everyMs: 2 * SECOND_MS, run: (_, dispatcher) => dispatcher.poll() },
  "maintain-canary": { queue: "maintenance", everyMs: MINUTE_MS, run: maintainCanary },
  "report-silences": { queue: "maintenance", everyMs: MINUTE_MS, run: reportSilences },
  "send-heartbeats": { queue: "maintenance", everyMs: MINUTE_MS, run: sendHeartbeats },
  "send-reminders": { queue: "maintenance", everyMs: 10 * MINUTE_MS, run: sendReminders },
  "pause-long-missing": {
    queue: "maintenance",
    everyMs: HOUR_MS,
    run: (now) => pauseLongMissing(now, msSinceConnectionLost()),
  },
  "create-partitions": { queue: "maintenance", everyMs: HOUR_MS, run: (now) => createPartitions(now) },
  "drop-old-partitions": { queue: "maintenance", everyMs: DAY_MS, run: dropOldPartitions },
  "delete-old-alerts": { queue: "maintenance", everyMs: DAY_MS, run: deleteOldAlerts },
  "delete-old-batches": { queue: "maintenance", everyMs: DAY_MS, run: deleteOldBatches },
  "delete-old-events": { queue: "maintenance", everyMs: DAY_MS, run: deleteOldEvents },
  "delete-old-captured": { queue: "maintenance", everyMs: HOUR_MS, run: deleteOldCaptured },
  "delete-expired": { queue: "maintenance", everyMs: HOUR_MS, run: deleteExpired },
  // Runs often, so that a backup that was due while no worker ran is made soon after a start.
  "back-up-nightly": { queue: "backups", everyMs: 10 * MINUTE_MS, run: backUpNightly },
};
