import { deleteOldAlerts } from "@/lib/alerts/delete-old";
import { reportDeadEnds } from "@/lib/alerts/report-dead-ends";
import { nextSummaryAt, sendSummaries } from "@/lib/alerts/send-summaries";
import { deleteOldEvents } from "@/lib/audit/delete-old";
import { backUpNightly } from "@/lib/backups/make";
import { maintainCanary } from "@/lib/canary/canary";
import { askRecipients } from "@/lib/cases/ask-recipients";
import { endDrills } from "@/lib/drills/end";
import { startMonthlyDrills } from "@/lib/drills/start-monthly";
import { deleteOldBatches } from "@/lib/emails/batch";
import { sendHeartbeats } from "@/lib/health/heartbeat";
import { deleteOldCaptured } from "@/lib/mail/captured";
import { pauseLongMissing } from "@/lib/monitoring/auto-pause";
import { nextSweepAt } from "@/lib/monitoring/next-sweep";
import { recomputeDeadlines } from "@/lib/monitoring/recompute-deadlines";
import { refileWatches } from "@/lib/monitoring/refile-watches";
import { sendReminders } from "@/lib/monitoring/reminders";
import { deferredSince, replayDeferred } from "@/lib/monitoring/replay-deferred";
import { reportSilences } from "@/lib/monitoring/report-silences";
import { sendDigests } from "@/lib/monitoring/send-digests";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { nextDueAt } from "@/lib/outbox/due";
import { deleteRemovedObjects } from "@/lib/outputs/delete-objects";
import { deleteOldOutputs } from "@/lib/outputs/delete-old";
import { moveOutputs, waitsToMoveSince } from "@/lib/outputs/move";
import { createPartitions, dropOldPartitions } from "@/lib/partitions/maintain";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/platform/durations";
import { log } from "@/lib/platform/log";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { RARE_LOOK_MS } from "@/lib/rules/sleep";
import { deleteExpired } from "@/lib/users/delete-expired";
import type { Dispatcher } from "./dispatcher";

/** Jobs of one group run one after another in each worker; groups run side by side, so that nothing slow delays the sweep. */
export type GroupName =
  | "sweep"
  | "watches"
  | "outbox"
  | "summaries"
  | "heartbeats"
  | "maintenance"
  | "digests"
  | "outputs"
  | "backups";

export type RecurringJob = {
  group: GroupName;
  everyMs: number;
  run: (now: Date, dispatcher: Dispatcher) => Promise<unknown>;
  /**
   * When it next has something to do; null if never. It runs at that instant, too, and looks for the next one after a run,
   * when it is woken, and every few seconds.
   */
  dueAt?: (now: Date) => Promise<Date | null>;
  /** How often it looks for that instant without being woken; every few seconds if absent. */
  lookMs?: number;
};

/** All recurring jobs, which every worker runs. Each is safe to run late, twice, and in several workers at the same time. */
export const SCHEDULE: Record<string, RecurringJob> = {
  "sweep-deadlines": {
    group: "sweep",
    everyMs: MINUTE_MS,
    dueAt: nextSweepAt,
    // Polls as soon as alerts are raised, so that they leave in time while the queue is away.
    run: async (now, dispatcher) => {
      await recomputeDeadlines(process.versions.tz ?? "", now);
      let polled = Promise.resolve();
      await sweepDeadlines(now, msSinceConnectionLost(), () => {
        polled = dispatcher.poll();
        // It is awaited below, but a failure of the sweep would hide its own.
        polled.catch((err) => log.warn({ err }, "alerts could not be sent as soon as they were raised"));
      });
      await polled;
    },
  },
  "replay-deferred": {
    group: "sweep",
    everyMs: MINUTE_MS,
    dueAt: deferredSince,
    run: () => replayDeferred(msSinceConnectionLost()),
  },
  "refile-watches": { group: "watches", everyMs: MINUTE_MS, run: refileWatches },
  "send-summaries": {
    group: "summaries",
    everyMs: HOUR_MS,
    dueAt: nextSummaryAt,
    lookMs: RARE_LOOK_MS,
    run: sendSummaries,
  },
  "poll-outbox": {
    group: "outbox",
    everyMs: MINUTE_MS,
    dueAt: nextDueAt,
    run: (_, dispatcher) => dispatcher.poll(),
  },
  "send-heartbeats": { group: "heartbeats", everyMs: MINUTE_MS, run: sendHeartbeats },
  "maintain-canary": { group: "maintenance", everyMs: MINUTE_MS, run: maintainCanary },
  "report-silences": { group: "maintenance", everyMs: MINUTE_MS, run: reportSilences },
  "report-dead-ends": { group: "maintenance", everyMs: MINUTE_MS, run: reportDeadEnds },
  "start-monthly-drills": { group: "maintenance", everyMs: MINUTE_MS, run: startMonthlyDrills },
  "end-drills": { group: "maintenance", everyMs: MINUTE_MS, run: (now) => endDrills(now) },
  "send-reminders": { group: "maintenance", everyMs: 10 * MINUTE_MS, run: sendReminders },
  "ask-recipients": { group: "maintenance", everyMs: 10 * MINUTE_MS, run: (now) => askRecipients(now) },
  "pause-long-missing": {
    group: "maintenance",
    everyMs: HOUR_MS,
    run: (now) => pauseLongMissing(now, msSinceConnectionLost()),
  },
  "create-partitions": { group: "maintenance", everyMs: HOUR_MS, run: (now) => createPartitions(now) },
  "drop-old-partitions": { group: "maintenance", everyMs: DAY_MS, run: dropOldPartitions },
  "delete-old-alerts": { group: "maintenance", everyMs: DAY_MS, run: deleteOldAlerts },
  "delete-old-batches": { group: "maintenance", everyMs: DAY_MS, run: deleteOldBatches },
  "delete-old-events": { group: "maintenance", everyMs: DAY_MS, run: deleteOldEvents },
  "delete-old-captured": { group: "maintenance", everyMs: HOUR_MS, run: deleteOldCaptured },
  "delete-expired": { group: "maintenance", everyMs: HOUR_MS, run: deleteExpired },
  "send-digests": { group: "digests", everyMs: MINUTE_MS, run: sendDigests },
  "move-outputs": {
    group: "outputs",
    everyMs: HOUR_MS,
    dueAt: waitsToMoveSince,
    lookMs: 10 * SECOND_MS,
    run: moveOutputs,
  },
  "delete-old-outputs": { group: "outputs", everyMs: DAY_MS, run: deleteOldOutputs },
  "delete-removed-objects": { group: "outputs", everyMs: HOUR_MS, run: deleteRemovedObjects },
  // Runs often, so that a backup that was due while no worker ran is made soon after a start.
  "back-up-nightly": { group: "backups", everyMs: 10 * MINUTE_MS, run: backUpNightly },
};
