import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db, pool } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import { MINUTE_MS } from "@/lib/platform/durations";
import { Refusal } from "@/lib/platform/refusal";
import { INTERVALS, type Interval } from "@/lib/rules/interval";
import { alertsOf } from "@/lib/testing/alerts-of";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { type HistoryEvent, randomHistory, type SnitchHistory } from "@/lib/testing/random-history";
import { type ExpectedAlert, ReferenceModel } from "@/lib/testing/reference-model";
import { pauseSnitch, unpauseSnitch } from "./pause";
import { replayDeferred } from "./replay-deferred";
import { sweepDeadlines } from "./sweep";
import { updateSnitch } from "./update";

const RUNS = Number(process.env.SIMULATION_RUNS ?? 250);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

type SimulatedSnitch = { id: string; caseId: string; token: string };

const instant = (minute: number) => new Date(minute * MINUTE_MS);

/**
 * Applies an event to the real system. For 30 seconds after a lost connection, check-ins are deferred and changes that
 * would apply a miss are refused: the deferred check-ins are replayed here, and a refused change is repeated after a sweep.
 */
async function perform(snitch: SimulatedSnitch, event: HistoryEvent): Promise<void> {
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
      await updateSnitch(caseId, token, scheduleOf(event.to), at, ACTOR);
      return;
    case "sweep":
      return sweep(event, at);
  }
}

const scheduleOf = ({ interval, smart }: { interval: string; smart: boolean }) => ({
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

/** Applies the same events to the reference model. */
function replayInModel({ schedule, plan, events }: SnitchHistory): ReferenceModel {
  const { interval, smart } = schedule;
  const model = new ReferenceModel({ interval, smart, errorNotices: plan === "business" });
  for (const event of events) {
    if (event.does === "check-in") model.checkIn(event.at);
    if (event.does === "error") model.error(event.at);
    if (event.does === "pause") model.pause(event.at, event.until, event.endsAt);
    if (event.does === "unpause") model.unpause(event.at);
    if (event.does === "reschedule") model.reschedule(event.at, event.to.interval, event.to.smart);
    if (event.does === "sweep") model.applyTime(event.at);
  }
  return model;
}

const inOrder = (alerts: ExpectedAlert[]) =>
  alerts.toSorted((one, other) => one.at - other.at || one.kind.localeCompare(other.kind));

async function simulate(seed: number): Promise<ExpectedAlert[]> {
  const life = randomHistory(seed);
  const theCase = await aCase({ plan: life.plan });
  await aMember({ caseId: theCase.id });
  const { interval, alert_type: alertType } = scheduleOf(life.schedule);
  const snitch = await aSnitch({ caseId: theCase.id, interval, alertType });
  for (const event of life.events) await perform(snitch, event);

  const model = replayInModel(life);
  const { status, deadline } = await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } });
  const alerts = await alertsOf(snitch.id);
  const hint = `seed ${seed}: SIMULATION_SEED=${seed} SIMULATION_RUNS=1 npx vitest run lib/monitoring/simulation.test.ts`;
  expect(inOrder(alerts), hint).toEqual(inOrder(model.alerts));
  expect({ status, deadline: deadline && deadline.getTime() / MINUTE_MS }, hint).toEqual({
    status: model.status,
    deadline: model.deadline,
  });
  await db.user.deleteMany({ where: { memberships: { some: { caseId: theCase.id } } } });
  await db.case.delete({ where: { id: theCase.id } });
  return alerts;
}

test(
  `${RUNS} random histories raise exactly the alerts of a simple reference model`,
  async () => {
    const kinds = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      for (const { kind, from } of await simulate(seed)) {
        kinds.set(`${kind} from ${from}`, (kinds.get(`${kind} from ${from}`) ?? 0) + 1);
      }
      if (seed % 1_000 === 0) console.log(`seed ${seed} of ${FIRST_SEED + RUNS - 1} agrees`);
    }
    // Histories that never reach a transition prove nothing about it.
    if (RUNS >= 250) expect(kinds.size).toBeGreaterThanOrEqual(14);
  },
  1_000 + RUNS * 2_000,
);

test("the histories cover every interval", () => {
  const intervals = new Set(
    Array.from({ length: 500 }, (_, i) => randomHistory(FIRST_SEED + i).schedule.interval),
  );
  expect([...intervals].sort()).toEqual([...INTERVALS].sort());
});
