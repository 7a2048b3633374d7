import { deleteOldEvents } from "@/lib/audit/delete-old";
import { nextAuditEventAt, sendAuditEvents } from "@/lib/audit/send-webhook";
import { backUpNightly } from "@/lib/backups/make";
import { nextDigestDueAt, sendDigests } from "@/lib/digests/send";
import { endDrills } from "@/lib/drills/end";
import { nextMonthlyDrillAt, startMonthlyDrills } from "@/lib/drills/start-monthly";
import { deleteOldBatches } from "@/lib/emails/batch";
import { askRecipients } from "@/lib/emails/recipients/ask";
import { sendHeartbeats } from "@/lib/health/heartbeat";
import { COUNT_EVERY_MS, countFinishedDays } from "@/lib/history/days/count-finished";
import { deleteOldAlerts } from "@/lib/incidents/delete-old-alerts";
import { forgetClusters } from "@/lib/kubernetes/clusters";
import { applyLateReports } from "@/lib/late-reports/apply";
import { nextLateReportAt } from "@/lib/late-reports/turns";
import { forgetUnreachableMachines } from "@/lib/machines/note";
import { deleteOldCaptured } from "@/lib/mail/captured";
import { maintainCanary } from "@/lib/metrics/canary";
import { pauseLongMissing } from "@/lib/monitoring/auto-pause";
import { nextSweepAt } from "@/lib/monitoring/next-sweep";
import { recomputeDeadlines } from "@/lib/monitoring/recompute-deadlines";
import { sendReminders } from "@/lib/monitoring/reminders";
import { deferredSince, replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { nextReleaseAt, releaseHeld } from "@/lib/notifications/release-held";
import { reportUnreachableCases } from "@/lib/notifications/report-unreachable-cases";
import { nextSummaryAt, sendSummaries } from "@/lib/notifications/send-summaries";
import { watchDisks } from "@/lib/outages/disk-space";
import { reportListeningGaps } from "@/lib/outages/report-listening-gaps";
import { nextDueAt } from "@/lib/outbox/due";
import { deleteExpired } from "@/lib/people/users/delete-expired";
import { log } from "@/lib/platform/log";
import { msSinceConnectionLost } from "@/lib/platform/pool";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { RARE_LOOK_MS } from "@/lib/rules/notifications/sleep";
import { deleteRemovedObjects } from "@/lib/runs/outputs/delete-objects";
import { deleteOldOutputs } from "@/lib/runs/outputs/delete-old";
import { deleteOldTexts, indexTexts } from "@/lib/runs/outputs/index-texts";
import { moveOutputs, waitsToMoveSince } from "@/lib/runs/outputs/move";
import { storeRunCounters } from "@/lib/snitches/run-counters";
import { indexDeadlines } from "@/lib/snitches/watch-at";
import { publishAutomatically } from "@/lib/status-pages/notices/automatic";
import { nextPageUpdateAt, sendPageUpdates } from "@/lib/status-pages/subscribers/send";
import { createPartitions, dropOldPartitions } from "@/lib/storage/maintain-partitions";
import { sendSuggestions } from "@/lib/suggestions/send";
import type { Dispatcher } from "./dispatcher";
import type { GroupName } from "./groups";

export type RecurringJob = {
  group: GroupName;
  /** The queue starts it this often, in one of the workers. */
  everyMs: number;
  run: (now: Date, dispatcher: Dispatcher) => Promise<unknown>;
  /**
   * When it next has something to do; null if never. Every worker runs it at that instant, too, without the queue, and looks for
   * the next one after a run, when it is woken, and every few seconds.
   */
  dueAt?: (now: Date) => Promise<Date | null>;
  /** How often it looks for that instant without being woken; every few seconds if absent. */
  lookMs?: number;
};

/** The recurring jobs by their names, which are the ids of their schedulers in BullMQ. */
export type Schedule = Record<string, RecurringJob>;

/** All recurring jobs. Each is safe to run late, twice, and in several workers at the same time. */
export const SCHEDULE: Schedule = {
  "sweep-deadlines": {
    group: "sweep",
    everyMs: MINUTE_MS,
    dueAt: nextSweepAt,
    // Polls as soon as alerts are raised, so that they leave in time while the queue is unavailable.
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
  "replay-deferred-check-ins": {
    group: "deferred",
    everyMs: MINUTE_MS,
    dueAt: deferredSince,
    run: () => replayDeferred(msSinceConnectionLost()),
  },
  "apply-late-reports": {
    group: "late-reports",
    everyMs: MINUTE_MS,
    dueAt: nextLateReportAt,
    run: (now) => applyLateReports(now, msSinceConnectionLost()),
  },
  "index-deadlines": { group: "deadlines", everyMs: MINUTE_MS, run: indexDeadlines },
  "send-alert-summaries": {
    group: "summaries",
    everyMs: HOUR_MS,
    dueAt: nextSummaryAt,
    lookMs: RARE_LOOK_MS,
    run: sendSummaries,
  },
  "release-held-messages": {
    group: "summaries",
    everyMs: HOUR_MS,
    dueAt: nextReleaseAt,
    lookMs: RARE_LOOK_MS,
    run: releaseHeld,
  },
  "poll-outbox": {
    group: "outbox",
    everyMs: MINUTE_MS,
    dueAt: nextDueAt,
    run: (_, dispatcher) => dispatcher.poll(),
  },
  "send-heartbeats": { group: "heartbeats", everyMs: MINUTE_MS, run: sendHeartbeats },
  "publish-notices": { group: "maintenance", everyMs: MINUTE_MS, run: publishAutomatically },
  "send-page-updates": {
    group: "summaries",
    everyMs: MINUTE_MS,
    dueAt: nextPageUpdateAt,
    lookMs: 10 * SECOND_MS,
    run: sendPageUpdates,
  },
  "send-audit-events": {
    group: "audit",
    everyMs: MINUTE_MS,
    dueAt: nextAuditEventAt,
    run: () => sendAuditEvents(),
  },
  "maintain-canary": { group: "maintenance", everyMs: MINUTE_MS, run: maintainCanary },
  "report-listening-gaps": { group: "maintenance", everyMs: MINUTE_MS, run: reportListeningGaps },
  "report-unreachable-cases": { group: "maintenance", everyMs: MINUTE_MS, run: reportUnreachableCases },
  "watch-disks": { group: "maintenance", everyMs: MINUTE_MS, run: (now) => watchDisks(now) },
  "start-monthly-fire-drills": {
    group: "maintenance",
    everyMs: HOUR_MS,
    dueAt: nextMonthlyDrillAt,
    lookMs: RARE_LOOK_MS,
    run: startMonthlyDrills,
  },
  "end-fire-drills": { group: "maintenance", everyMs: 10 * MINUTE_MS, run: (now) => endDrills(now) },
  "remind-of-pending-or-paused-snitches": {
    group: "maintenance",
    everyMs: 10 * MINUTE_MS,
    run: sendReminders,
  },
  "ask-recipients-to-confirm": {
    group: "maintenance",
    everyMs: 10 * MINUTE_MS,
    run: (now) => askRecipients(now),
  },
  "pause-long-missing-snitches": {
    group: "cleanup",
    everyMs: HOUR_MS,
    run: (now) => pauseLongMissing(now, msSinceConnectionLost()),
  },
  "create-partitions": { group: "cleanup", everyMs: HOUR_MS, run: (now) => createPartitions(now) },
  "drop-old-partitions": { group: "cleanup", everyMs: DAY_MS, run: dropOldPartitions },
  "delete-old-alerts": { group: "cleanup", everyMs: DAY_MS, run: deleteOldAlerts },
  "delete-old-email-batches": { group: "cleanup", everyMs: DAY_MS, run: deleteOldBatches },
  "delete-old-audit-events": { group: "cleanup", everyMs: DAY_MS, run: deleteOldEvents },
  "delete-old-captured-emails": { group: "cleanup", everyMs: HOUR_MS, run: deleteOldCaptured },
  "delete-expired-links-and-sessions": { group: "cleanup", everyMs: HOUR_MS, run: deleteExpired },
  "forget-silent-machines": { group: "cleanup", everyMs: DAY_MS, run: forgetUnreachableMachines },
  "forget-clusters": { group: "cleanup", everyMs: DAY_MS, run: forgetClusters },
  "count-finished-days": {
    group: "counts",
    everyMs: COUNT_EVERY_MS,
    run: (now) => countFinishedDays(now),
  },
  "store-run-counters": { group: "counts", everyMs: HOUR_MS, run: storeRunCounters },
  "send-digests": {
    group: "digests",
    everyMs: HOUR_MS,
    dueAt: nextDigestDueAt,
    lookMs: RARE_LOOK_MS,
    run: sendDigests,
  },
  "send-suggestions": { group: "digests", everyMs: DAY_MS, run: sendSuggestions },
  "move-outputs-to-bucket": {
    group: "outputs",
    everyMs: HOUR_MS,
    dueAt: waitsToMoveSince,
    lookMs: 10 * SECOND_MS,
    run: moveOutputs,
  },
  "index-output-texts": { group: "texts", everyMs: MINUTE_MS, run: indexTexts },
  "delete-old-output-texts": { group: "cleanup", everyMs: DAY_MS, run: deleteOldTexts },
  "delete-old-outputs": { group: "outputs", everyMs: DAY_MS, run: deleteOldOutputs },
  "delete-removed-objects-from-bucket": { group: "outputs", everyMs: HOUR_MS, run: deleteRemovedObjects },
  // Runs often, so that a backup that was due while no worker ran is made soon after a start.
  "back-up-nightly": { group: "backups", everyMs: 10 * MINUTE_MS, run: backUpNightly },
};
