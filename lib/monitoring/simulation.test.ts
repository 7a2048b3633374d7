import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db, pool } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import { Refusal } from "@/lib/platform/refusal";
import { INTERVALS, type Interval } from "@/lib/rules/interval";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { type Event, type Life, lifeOf } from "@/lib/testing/random-history";
import { ReferenceModel, type Told } from "@/lib/testing/reference-model";
import { pauseSnitch, unpauseSnitch } from "./pause";
import { replayDeferred } from "./replay-deferred";
import { sweepDeadlines } from "./sweep";
import { updateSnitch } from "./update";

const MINUTE_MS = 60_000;
const RUNS = Number(process.env.SIMULATION_RUNS ?? 500);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

type Snitch = { id: string; caseId: string; token: string };

const instant = (minute: number) => new Date(minute * MINUTE_MS);

/**
 * Lets an event happen in the real thing. After a sweep that died there is doubt for half a minute: check-ins wait until
 * it is over, and people are asked to try again, which they do after the next sweep.
 */
async function happen(snitch: Snitch, event: Event): Promise<void> {
  try {
    await happenOnce(snitch, event);
    if (event.does === "check-in" || event.does === "error") await replayDeferred(NEVER_LOST_MS);
  } catch (no) {
    if (!(no instanceof Refusal) || no.type !== "service_unavailable") throw no;
    await sweepAtLast(instant(event.at));
    await happenOnce(snitch, event);
  }
}

async function happenOnce(snitch: Snitch, event: Event): Promise<void> {
  const { caseId, token } = snitch;
  const at = instant(event.at);
  const said = { token, at, message: "", method: "", address: "", userAgent: "" };
  switch (event.does) {
    case "check-in":
      expect(await recordCheckIn({ ...said, exitStatus: "0" })).toMatchObject({ kind: "recorded" });
      return;
    case "error":
      expect(await recordCheckIn({ ...said, exitStatus: "1" })).toMatchObject({ kind: "recorded" });
      return;
    case "pause": {
      const endsAt = event.endsAt === null ? null : instant(event.endsAt);
      await pauseSnitch(caseId, token, { until: event.until, endsAt }, at, ACTOR).catch((no) => {
        if (!(no instanceof Refusal) || no.type !== "resource_invalid") throw no;
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

async function sweep({ how, cutAfterMs }: Extract<Event, { does: "sweep" }>, now: Date): Promise<void> {
  if (how === "together") await Promise.all([1, 2, 3].map(() => sweepDeadlines(now, NEVER_LOST_MS)));
  if (how === "twice") await sweepDeadlines(now, NEVER_LOST_MS);
  // Its connection is cut off at an arbitrary moment: it may have committed, or not. Then the next one comes.
  if (how === "dying")
    await Promise.allSettled([sweepDeadlines(now, NEVER_LOST_MS), cutSweepsOff(cutAfterMs)]);
  await sweepAtLast(now);
}

/** The one whose connection was cut when it had just finished may hand it to the next, which then dies in its place. */
async function sweepAtLast(now: Date): Promise<void> {
  for (;;) {
    try {
      await sweepDeadlines(now, NEVER_LOST_MS);
      return;
    } catch (fault) {
      if (!isConnectionError(fault)) throw fault;
    }
  }
}

const cutSweepsOff = (afterMs: number) =>
  pool.query(
    `SELECT pg_terminate_backend(pid, 1000) FROM pg_sleep($1::float8 / 1000), pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    [afterMs],
  );

/** What the reference says of the same life. */
function retell({ schedule, plan, events }: Life): ReferenceModel {
  const { interval, smart } = schedule;
  const model = new ReferenceModel({ interval, smart, errorNotices: plan === "business" });
  for (const event of events) {
    if (event.does === "check-in") model.checkIn(event.at);
    if (event.does === "error") model.error(event.at);
    if (event.does === "pause") model.pause(event.at, event.until, event.endsAt);
    if (event.does === "unpause") model.unpause(event.at);
    if (event.does === "reschedule") model.reschedule(event.at, event.to.interval, event.to.smart);
    if (event.does === "sweep") model.look(event.at);
  }
  return model;
}

async function toldOf(snitchId: string): Promise<Told[]> {
  const alerts = await db.alert.findMany({
    where: { snitchId },
    include: { _count: { select: { emails: true } } },
  });
  return alerts.map(({ kind, from, to, at, _count }) => ({
    kind,
    from,
    to,
    at: at.getTime() / MINUTE_MS,
    byEmail: _count.emails > 0,
  }));
}

const inOrder = (told: Told[]) =>
  told.toSorted((one, other) => one.at - other.at || one.kind.localeCompare(other.kind));

async function simulate(seed: number): Promise<Told[]> {
  const life = lifeOf(seed);
  const owner = await aCase({ plan: life.plan });
  await aMember({ caseId: owner.id });
  const { interval, alert_type: alertType } = scheduleOf(life.schedule);
  const snitch = await aSnitch({ caseId: owner.id, interval, alertType });
  for (const event of life.events) await happen(snitch, event);

  const model = retell(life);
  const { status, deadline } = await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } });
  const told = await toldOf(snitch.id);
  const hint = `seed ${seed}: SIMULATION_SEED=${seed} SIMULATION_RUNS=1 npx vitest run lib/monitoring/simulation.test.ts`;
  expect(inOrder(told), hint).toEqual(inOrder(model.told));
  expect({ status, deadline: deadline && deadline.getTime() / MINUTE_MS }, hint).toEqual({
    status: model.status,
    deadline: model.deadline,
  });
  await db.user.deleteMany({ where: { memberships: { some: { caseId: owner.id } } } });
  await db.case.delete({ where: { id: owner.id } });
  return told;
}

test(
  `${RUNS} random lives are told of exactly as a naive model tells them`,
  async () => {
    const kinds = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      for (const { kind, from } of await simulate(seed)) {
        kinds.set(`${kind} from ${from}`, (kinds.get(`${kind} from ${from}`) ?? 0) + 1);
      }
      if (seed % 1_000 === 0) console.log(`seed ${seed} of ${FIRST_SEED + RUNS - 1} agrees`);
    }
    // A walk that never meets a state proves nothing about it.
    if (RUNS >= 500) expect(kinds.size).toBeGreaterThanOrEqual(14);
  },
  1_000 + RUNS * 2_000,
);

test("the walk meets every interval", () => {
  const met = new Set(Array.from({ length: 500 }, (_, i) => lifeOf(FIRST_SEED + i).schedule.interval));
  expect([...met].sort()).toEqual([...INTERVALS].sort());
});
