import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { alertsOf, missesOf } from "@/lib/testing/alerts-of";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { aCase, aMember, aSnitch } from "@/lib/testing/factories";
import { type LifeEvent, liveInModel, randomLife, SCHEDULES, WEEKS } from "@/lib/testing/schedule-lives";
import type { ModelSchedule } from "@/lib/testing/schedule-model";
import { sweepDeadlines } from "./sweep";

const LIVES = Number(process.env.SCHEDULE_LIVES ?? 1);

const cases = WEEKS.flatMap(([timezone, monday]) =>
  SCHEDULES.map((schedule) => [schedule.schedule, timezone, monday, schedule] as const),
);

test.each(cases)(
  "%s in %s, from %s: a life through Postgres is that of the model, and each miss explains itself",
  async (...given) => {
    const [, timezone, monday, schedule] = given;
    const from = Date.parse(`${monday}T00:00Z`) / MINUTE_MS;
    for (let seed = 1; seed <= LIVES; seed += 1) await live(schedule, timezone, from, seed);
  },
);

/** From Saturday noon on, because clocks are turned on Sundays (in Cairo on a Friday). */
const beginningOf = (timezone: string, from: number) =>
  from + (timezone === "Africa/Cairo" ? 3.5 : 5.5) * 1_440;

async function live(schedule: ModelSchedule, timezone: string, from: number, seed: number): Promise<void> {
  const begins = beginningOf(timezone, from);
  const life = randomLife(schedule, seed, { begins, ends: from + 14 * 1_440, maxEvents: 60 });
  const theCase = await aCase();
  await aMember({ caseId: theCase.id });
  const { grace, early } = life;
  const terms = { schedule: schedule.schedule, timezone, grace: grace * 60, early: early * 60 };
  const { id, token } = await aSnitch({ caseId: theCase.id, ...terms });
  for (const event of life.events) await perform(token, event);

  const expected = liveInModel(schedule, timezone, from, life);
  const { status, deadline } = await db.snitch.findUniqueOrThrow({ where: { id } });
  expect(await alertsOf(id), `seed ${seed}`).toEqual(expected.alerts);
  expect(await missesOf(id), `seed ${seed}`).toEqual(expected.misses);
  expect({ status, deadline: deadline && deadline.getTime() / MINUTE_MS }, `seed ${seed}`).toEqual({
    status: expected.status,
    deadline: expected.deadline,
  });
}

async function perform(token: string, { at: minute, does }: LifeEvent): Promise<void> {
  const at = new Date(minute * MINUTE_MS);
  if (does === "sweep") {
    await sweepDeadlines(at, NEVER_LOST_MS);
    return;
  }
  const report = { message: "", method: "GET", address: "", userAgent: "" };
  const exitStatus = does === "error" ? "1" : "0";
  expect(await recordCheckIn({ ...report, token, at, exitStatus })).toMatchObject({ kind: "recorded" });
}
