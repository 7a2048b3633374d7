import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { listRaisedAlerts, listRaisedMisses } from "@/testing/alerts-of";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { performAfterCuts, toScheduleInput } from "@/testing/live-through";
import { randomHistory, type SnitchHistory } from "@/testing/random-history";
import { type ExpectedAlert, ReferenceModel } from "@/testing/reference-model";
import { FIRST_SEED, runsFor } from "@/testing/runs";

const RUNS = runsFor("lib/monitoring/simulation.test.ts");

/** This number of histories reaches every transition and every explanation. */
const ALL_RUNS = 80;

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
  const history = randomHistory(seed);
  const theCase = await aCase({ plan: history.plan });
  await aMember({ caseId: theCase.id });
  const { interval, alert_type: alertType } = toScheduleInput(history.schedule);
  const snitch = await aSnitch({ caseId: theCase.id, interval, alertType });
  for (const event of history.events) await performAfterCuts(snitch, event);

  const model = replayInModel(history);
  const { status, deadline } = await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } });
  const alerts = await listRaisedAlerts(snitch.id);
  const hint = `seed ${seed}: TEST_SEED=${seed} TEST_RUNS=1 npx vitest run lib/monitoring/simulation.test.ts`;
  expect(inOrder(alerts), hint).toEqual(inOrder(model.alerts));
  expect(await listRaisedMisses(snitch.id), hint).toEqual(model.misses);
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
    if (RUNS >= ALL_RUNS) expect(kinds.size).toBeGreaterThanOrEqual(14);
  },
  240_000 + RUNS * 4_000,
);

test("the histories reach every explanation of a miss", () => {
  const reasons = new Set<string>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + ALL_RUNS; seed += 1)
    for (const { by, latest } of replayInModel(randomHistory(seed)).misses)
      reasons.add(latest === null ? by : `smart ${by}`);
  expect([...reasons].sort()).toEqual([
    "error",
    "missed",
    "report",
    "rescheduled",
    "smart error",
    "smart report",
    "unpaused",
  ]);
});

test("the histories cover every interval", () => {
  const intervals = new Set(
    Array.from({ length: 500 }, (_, i) => randomHistory(FIRST_SEED + i).schedule.interval),
  );
  expect([...intervals].sort()).toEqual([...INTERVALS].sort());
});
