import { expect } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { pool } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import { Refusal } from "@/lib/platform/refusal";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/schedule/interval";
import { NEVER_LOST_MS } from "./connection";
import { ACTOR } from "./factories";
import type { HistoryEvent } from "./random-history";

export type SimulatedSnitch = { id: string; caseId: string; token: string };

export const instant = (minute: number) => new Date(minute * MINUTE_MS);

/**
 * Applies an event to the real system. For 30 seconds after a lost connection, check-ins are deferred and changes that
 * would apply a miss are refused: the deferred check-ins are replayed here, and a refused change is repeated after a sweep.
 */
export async function perform(snitch: SimulatedSnitch, event: HistoryEvent): Promise<void> {
  try {
    await performOnce(snitch, event);
    if (event.does === "check-in" || event.does === "error") await replayDeferred(NEVER_LOST_MS);
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== "service_unavailable") throw error;
    await sweepUntilCompleted(instant(event.at));
    await performOnce(snitch, event);
  }
}

async function performOnce(snitch: SimulatedSnitch, event: HistoryEvent): Promise<void> {
  const { caseId, token } = snitch;
  const at = instant(event.at);
  const report = { token, at, message: "", method: "", address: "", userAgent: "" };
  switch (event.does) {
    case "check-in":
      expect(await recordCheckIn({ ...report, exitStatus: "0" })).toMatchObject({ kind: "recorded" });
      return;
    case "error":
      expect(await recordCheckIn({ ...report, exitStatus: "1" })).toMatchObject({ kind: "recorded" });
      return;
    case "pause": {
      const endsAt = event.endsAt === null ? null : instant(event.endsAt);
      await pauseSnitch(caseId, token, { until: event.until, endsAt }, at, ACTOR).catch((error) => {
        if (!(error instanceof Refusal) || error.type !== "resource_invalid") throw error;
      });
      return;
    }
    case "unpause":
      return unpauseSnitch(caseId, token, at, ACTOR);
    case "reschedule":
      await updateSnitch(caseId, token, toScheduleInput(event.to), at, ACTOR, WHOLE_CASE);
      return;
    case "sweep":
      return sweep(event, at);
  }
}

export const toScheduleInput = ({ interval, smart }: { interval: string; smart: boolean }) => ({
  interval: interval as Interval,
  alert_type: smart ? ("smart" as const) : ("basic" as const),
});

async function sweep(
  { how, cutAfterMs }: Extract<HistoryEvent, { does: "sweep" }>,
  now: Date,
): Promise<void> {
  if (how === "together") await Promise.all([1, 2, 3].map(() => sweepDeadlines(now, NEVER_LOST_MS)));
  if (how === "twice") await sweepDeadlines(now, NEVER_LOST_MS);
  // Its connection is cut at an arbitrary moment, before or after its commit. Another sweep follows.
  if (how === "dying")
    await Promise.allSettled([sweepDeadlines(now, NEVER_LOST_MS), cutSweepConnections(cutAfterMs)]);
  await sweepUntilCompleted(now);
}

/** A connection that was cut just after its sweep ended returns to the pool, and then fails the next sweep. */
async function sweepUntilCompleted(now: Date): Promise<void> {
  for (;;) {
    try {
      await sweepDeadlines(now, NEVER_LOST_MS);
      return;
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
  }
}

const cutSweepConnections = (afterMs: number) =>
  pool.query(
    `SELECT pg_terminate_backend(pid, 1000) FROM pg_sleep($1::float8 / 1000), pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    [afterMs],
  );
