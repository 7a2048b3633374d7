import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { INTERVALS } from "@/lib/rules/interval";
import { alertsOf, missesOf } from "@/lib/testing/alerts-of";
import { aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { perform, scheduleOf } from "@/lib/testing/live-through";
import { randomHistory, type SnitchHistory } from "@/lib/testing/random-history";
import { type ExpectedAlert, ReferenceModel } from "@/lib/testing/reference-model";

/** So many reach every transition; `npm run simulate` runs 20,000. */
const DEFAULT_RUNS = 80;
const RUNS = Number(process.env.SIMULATION_RUNS ?? DEFAULT_RUNS);
const FIRST_SEED = Number(process.env.SIMULATION_SEED ?? 1);

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
  expect(await missesOf(snitch.id), hint).toEqual(model.misses);
  expect({ status, deadline: deadline && deadline.getTime() / MINUTE_MS }, hint).toEqual({
    status: model.status,
    deadline: model.deadline,
  });
  await db.user.deleteMany({ where: { memberships: { some: { caseId: theCase.id } } } });
  await db.case.delete({ where: { id: theCase.id } });
  return alerts;
}

test(
  `${RUNS} random histories raise exactly the alerts of a simple reference model, and each explains itself`,
  async () => {
    const kinds = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      for (const { kind, from } of await simulate(seed)) {
        kinds.set(`${kind} from ${from}`, (kinds.get(`${kind} from ${from}`) ?? 0) + 1);
      }
      if (seed % 1_000 === 0) console.log(`seed ${seed} of ${FIRST_SEED + RUNS - 1} agrees`);
    }
    // Histories that never reach a transition prove nothing about it.
    if (RUNS >= DEFAULT_RUNS) expect(kinds.size).toBeGreaterThanOrEqual(14);
  },
  10_000 + RUNS * 4_000,
);

test("the histories reach every explanation of a miss", () => {
  const reasons = new Set<string>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + DEFAULT_RUNS; seed += 1)
    for (const { by, latest } of replayInModel(randomHistory(seed)).misses)
      reasons.add(latest === null ? by : `smart ${by}`);
  expect([...reasons].sort()).toEqual([
    ...["error", "missed", "report", "rescheduled", "smart error", "smart report", "unpaused"],
  ]);
});

test("the histories cover every interval", () => {
  const intervals = new Set(
    Array.from({ length: 500 }, (_, i) => randomHistory(FIRST_SEED + i).schedule.interval),
  );
  expect([...intervals].sort()).toEqual([...INTERVALS].sort());
});
