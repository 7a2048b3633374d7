import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { record } from "@/lib/check-ins/record";
import { acknowledgeIncident } from "@/lib/incidents/acknowledge";
import { snoozeIncident } from "@/lib/incidents/snooze";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { deferredSince, replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { updateSnitch } from "@/lib/monitoring/update";
import { isSweepBlocked } from "@/lib/outages/sweep-guard";
import { db, pool } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import { newId } from "@/lib/platform/new-id";
import { Refusal } from "@/lib/platform/refusal";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_FACTS } from "@/lib/rules/runs/run";
import type { Interval } from "@/lib/rules/schedule/interval";
import { snitchChanges } from "@/lib/snitches/input";
import { NEVER_LOST_MS } from "./connection";
import { ACTOR, PLAIN_CHECK_IN } from "./factories";
import type { PageEvent } from "./page-history";
import type { HistoryEvent } from "./random-history";
import type { ReplayedEvent } from "./replayed-history";
import type { ScheduleEvent } from "./schedule-histories";

export type SimulatedSnitch = { id: string; caseId: string; token: string };

export const instant = (minute: number) => new Date(minute * MINUTE_MS);

/** What happens to a snitch of any random history. */
type Event = HistoryEvent | PageEvent | ReplayedEvent | ScheduleEvent;

/**
 * Applies an event to the real system, in which sweeps may have been cut. For 30 seconds after a lost connection, check-ins are deferred
 * and changes that would apply a miss are refused: the deferred check-ins are replayed here, and a refused change is repeated after a sweep.
 */
export async function performAfterCuts(snitch: SimulatedSnitch, event: HistoryEvent): Promise<void> {
  try {
    await perform(snitch, event);
    if (event.does === "check-in" || event.does === "error") await replayUntilNoneIsDeferred();
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== "service_unavailable") throw error;
    await sweepUntilCompleted(instant(event.at));
    await perform(snitch, event);
  }
}

/** Applies an event to the real system. */
export async function perform(snitch: SimulatedSnitch, event: Event): Promise<void> {
  const { caseId, token } = snitch;
  const at = instant(event.at);
  switch (event.does) {
    case "check-in":
    case "error":
      return report(token, at, event.does === "error");
    case "start":
    case "finish":
    case "fail":
      return signal(token, at, event);
    case "run":
      await signal(token, instant(event.startedAt), { does: "start", rid: event.rid });
      return signal(token, at, { does: event.isError ? "fail" : "finish", rid: event.rid });
    case "journal": {
      const checkIns = event.reports.map(({ at, isError }) => ({
        ...PLAIN_CHECK_IN,
        id: newId(),
        token,
        at: instant(at),
        exitStatus: isError ? "1" : "0",
      }));
      await record(checkIns, { replayed: true });
      return;
    }
    case "pause": {
      const { until, evenPending = false } = event;
      const endsAt = event.endsAt === null ? null : instant(event.endsAt);
      return pauseSnitch(caseId, token, { until, endsAt }, at, ACTOR, { evenPending }).catch((error) => {
        if (!(error instanceof Refusal) || error.type !== "resource_invalid") throw error;
      });
    }
    case "unpause":
      return unpauseSnitch(caseId, token, at, ACTOR);
    case "reschedule":
      return updateSnitch(caseId, token, toScheduleInput(event.to), at, ACTOR, WHOLE_CASE);
    case "change":
      return updateSnitch(caseId, token, snitchChanges.parse(event.to), at, ACTOR, WHOLE_CASE);
    case "acknowledge":
      return decide(snitch, (id) => acknowledgeIncident(caseId, id, at, ACTOR));
    case "snooze":
      return decide(snitch, (id) => snoozeIncident(caseId, id, instant(event.until), at, ACTOR));
    case "sweep":
      return sweep("how" in event ? event : { how: "once", cutAfterMs: 0 }, at);
  }
}

const report = (token: string, at: Date, isError: boolean) =>
  recorded({ ...PLAIN_CHECK_IN, token, at, exitStatus: isError ? "1" : "0" });

const EXIT_STATUS = { start: "", finish: "0", fail: "1" };

type Signal = { does: keyof typeof EXIT_STATUS; rid: string | null };

const signal = (token: string, at: Date, { does, rid }: Signal) =>
  recorded({
    ...PLAIN_CHECK_IN,
    token,
    at,
    exitStatus: EXIT_STATUS[does],
    signal: { ...NO_FACTS, kind: does === "start" ? "start" : "finish", rid, isInPath: true },
  });

async function recorded(checkIn: Parameters<typeof recordCheckIn>[0]): Promise<void> {
  expect(["recorded", "limited"]).toContain((await recordCheckIn(checkIn)).kind);
}

/** Decides about the open incident of a snitch, if there is one. */
async function decide({ id }: SimulatedSnitch, about: (incidentId: string) => Promise<void>): Promise<void> {
  const open = await db.incident.findFirst({ where: { snitchId: id, closedAt: null } });
  if (open) await about(open.id);
}

export const toScheduleInput = ({ interval, smart }: { interval: string; smart: boolean }) => ({
  interval: interval as Interval,
  alert_type: smart ? ("smart" as const) : ("basic" as const),
});

async function sweep(
  { how, cutAfterMs }: Pick<Extract<HistoryEvent, { does: "sweep" }>, "how" | "cutAfterMs">,
  now: Date,
): Promise<void> {
  if (how === "together") await Promise.all([1, 2, 3].map(() => sweepDeadlines(now, NEVER_LOST_MS)));
  if (how === "twice") await sweepDeadlines(now, NEVER_LOST_MS);
  // Its connection is cut at an arbitrary moment, before or after its commit. Another sweep follows.
  if (how === "dying")
    await Promise.allSettled([sweepDeadlines(now, NEVER_LOST_MS), cutSweepConnections(cutAfterMs)]);
  await sweepUntilCompleted(now);
}

/**
 * A connection that was cut just after its sweep ended returns to the pool, and then fails the next sweep. A sweep does nothing for some
 * seconds after Postgres took long to respond.
 */
async function sweepUntilCompleted(now: Date): Promise<void> {
  for (;;) {
    try {
      await sweepDeadlines(now, NEVER_LOST_MS);
      if (!(await isSweepBlocked(NEVER_LOST_MS))) return;
      await sleep(100);
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
  }
}

/** Deferred check-ins wait for the same seconds. */
async function replayUntilNoneIsDeferred(): Promise<void> {
  for (;;) {
    await replayDeferred(NEVER_LOST_MS);
    if (!(await deferredSince())) return;
    await sleep(100);
  }
}

const cutSweepConnections = (afterMs: number) =>
  pool.query(
    `SELECT pg_terminate_backend(pid, 1000) FROM pg_sleep($1::float8 / 1000), pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    [afterMs],
  );
