import { compileSchedule } from "@/lib/rules/schedule/compile";
import { termsOf } from "../discover/schedule-problem";
import type { CronJob } from "./objects";
import { cronOf } from "./terms";

/** A start that Kubernetes did not make. `id` is that of the same trouble whenever it is found. */
export type Trouble = { id: string; atMs: number; message: string };

/** How late a Job is made in a healthy cluster, at most. */
const PATIENCE_MS = 60_000;
const MANY_STARTS = 100;

/** What kept the latest start of a CronJob from being made; null if nothing did, or it is too soon to say. */
export function findTrouble(cronJob: CronJob, nowMs: number): Trouble | null {
  const { uid, isSuspended, lastScheduledAtMs, createdAtMs, concurrency, active } = cronJob;
  if (isSuspended) return null;
  const schedule = compileSchedule({
    ...termsOf(cronOf(cronJob.schedule), cronJob.timezone ?? "UTC"),
    early: 0,
  });
  const dueMs = schedule.matchTick(nowMs - PATIENCE_MS);
  if (dueMs <= (lastScheduledAtMs ?? createdAtMs)) return null;
  const since = new Date(lastScheduledAtMs ?? createdAtMs).toISOString();
  const id = `${uid}.${dueMs / 1_000}`;
  if (concurrency === "Forbid" && active > 0)
    return {
      id,
      atMs: dueMs,
      message: `Skipped: the previous Job is still running, and concurrencyPolicy is Forbid.`,
    };
  if (missesMany(schedule.nextTick, lastScheduledAtMs ?? createdAtMs, dueMs))
    return {
      // Said once, not at every start that is missed.
      id: `${uid}.stuck.${(lastScheduledAtMs ?? createdAtMs) / 1_000}`,
      atMs: dueMs,
      message: `Stuck: Kubernetes has missed more than ${MANY_STARTS} starts since ${since}, and may no longer start it. Set startingDeadlineSeconds, or create the CronJob again.`,
    };
  return {
    id,
    atMs: dueMs,
    message: `Not scheduled: Kubernetes created no Job for ${new Date(dueMs).toISOString()}.`,
  };
}

function missesMany(nextTick: (tickMs: number) => number, sinceMs: number, dueMs: number): boolean {
  let tickMs = sinceMs;
  for (let count = 0; tickMs < dueMs; count += 1) {
    if (count > MANY_STARTS) return true;
    tickMs = nextTick(tickMs);
  }
  return false;
}
