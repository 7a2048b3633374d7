import { forgetEvents } from "@/lib/audit/delete-old";
import { backUpNightly } from "@/lib/backups/make";
import { keepCanary } from "@/lib/canary/keep";
import { dropPartitions, makePartitions } from "@/lib/check-ins/partitions";
import { dropOldBatches } from "@/lib/emails/batch";
import { forgetCaptured } from "@/lib/mail/captured";
import { dropOldAlerts, pauseForgotten } from "@/lib/monitoring/auto-pause";
import { remindOfWaiting } from "@/lib/monitoring/reminders";
import { catchUp } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { msSinceLoss } from "@/lib/platform/pool";
import type { QueueName } from "@/lib/platform/queue";
import { forgetExpired } from "@/lib/users/delete-expired";
import { sealWebhooks } from "@/lib/webhooks/encrypt-all";
import type { Sender } from "./dispatcher";

type Recurring = { queue: QueueName; everyMs: number; run: (now: Date, sender: Sender) => Promise<unknown> };

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Every recurring job. Each is safe to run late, twice, and in several workers at once. */
export const SCHEDULE: Record<string, Recurring> = {
  "sweep-deadlines": {
    queue: "sweep",
    everyMs: 2 * SECOND_MS,
    run: (now) => sweepDeadlines(now, msSinceLoss()),
  },
  "catch-up": { queue: "sweep", everyMs: 2 * SECOND_MS, run: () => catchUp(msSinceLoss()) },
  "keep-canary": { queue: "upkeep", everyMs: MINUTE_MS, run: keepCanary },
  "take-up-owed": { queue: "outbox", everyMs: 2 * SECOND_MS, run: (_, sender) => sender.takeUp() },
  "remind-of-waiting": { queue: "upkeep", everyMs: 10 * MINUTE_MS, run: remindOfWaiting },
  "pause-forgotten": { queue: "upkeep", everyMs: HOUR_MS, run: pauseForgotten },
  "make-partitions": { queue: "upkeep", everyMs: HOUR_MS, run: (now) => makePartitions(now) },
  "drop-partitions": { queue: "upkeep", everyMs: 24 * HOUR_MS, run: dropPartitions },
  "drop-old-batches": { queue: "upkeep", everyMs: 24 * HOUR_MS, run: dropOldBatches },
  "forget-events": { queue: "upkeep", everyMs: 24 * HOUR_MS, run: forgetEvents },
  "forget-captured": { queue: "upkeep", everyMs: HOUR_MS, run: forgetCaptured },
  "forget-expired": { queue: "upkeep", everyMs: HOUR_MS, run: forgetExpired },
  "drop-old-alerts": { queue: "upkeep", everyMs: 24 * HOUR_MS, run: dropOldAlerts },
  "seal-webhooks": { queue: "upkeep", everyMs: HOUR_MS, run: sealWebhooks },
  // It looks often whether the night's backup is made, so that a night that a worker slept through is made up for.
  "back-up": { queue: "backups", everyMs: 10 * MINUTE_MS, run: backUpNightly },
};
