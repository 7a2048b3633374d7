import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { listRaisedAlerts, listRaisedMisses } from "@/testing/alerts-of";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { perform } from "@/testing/live-through";
import { runsFor } from "@/testing/runs";
import { randomScheduleHistory, runInModel, SCHEDULES, WEEKS } from "@/testing/schedule-histories";
import type { ModelSchedule } from "@/testing/schedule-model";

const ALL = WEEKS.flatMap(([timezone, monday]) =>
  SCHEDULES.map((schedule) => [schedule.schedule, timezone, monday, schedule] as const),
);

const HISTORIES = runsFor("lib/monitoring/schedule-simulation.test.ts");

/** Each schedule is in some week. The rules alone pass all weeks in lib/rules/schedule/simulation.pure.test.ts. */
const STEP = Math.max(1, Math.floor(ALL.length / HISTORIES));

test.each(ALL.filter((_, i) => i % STEP === 0))(
  "%s in %s, from %s: a history through Postgres agrees with the model, and each miss explains itself",
  async (...given) => {
    const [, timezone, monday, schedule] = given;
    const from = Date.parse(`${monday}T00:00Z`) / MINUTE_MS;
    for (let seed = 1; seed <= Math.ceil(HISTORIES / ALL.length); seed += 1)
      await live(schedule, timezone, from, seed);
  },
);

/** From Saturday noon on, because clocks are turned on Sundays (in Cairo on a Friday). */
const computeBeginning = (timezone: string, from: number) =>
  from + (timezone === "Africa/Cairo" ? 3.5 : 5.5) * 1_440;

async function live(schedule: ModelSchedule, timezone: string, from: number, seed: number): Promise<void> {
  const begins = computeBeginning(timezone, from);
  const history = randomScheduleHistory(schedule, seed, { begins, ends: from + 14 * 1_440, maxEvents: 60 });
  const theCase = await aCase();
  await aMember({ caseId: theCase.id });
  const { grace, early } = history;
  const terms = { schedule: schedule.schedule, timezone, grace: grace * 60, early: early * 60 };
  const snitch = await aSnitch({ caseId: theCase.id, ...terms });
  for (const event of history.events) await perform(snitch, event);

  const expected = runInModel(schedule, timezone, from, history);
  const { id } = snitch;
  const { status, deadline } = await db.snitch.findUniqueOrThrow({ where: { id } });
  expect(await listRaisedAlerts(id), `seed ${seed}`).toEqual(expected.alerts);
  expect(await listRaisedMisses(id), `seed ${seed}`).toEqual(expected.misses);
  expect({ status, deadline: deadline && deadline.getTime() / MINUTE_MS }, `seed ${seed}`).toEqual({
    status: expected.status,
    deadline: expected.deadline,
  });
}
