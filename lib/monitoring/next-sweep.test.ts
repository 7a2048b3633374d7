import { afterAll, beforeAll, expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { aCase, aMember, anIncident, aSnitch } from "@/testing/factories";
import { nextSweepAt } from "./next-sweep";

const minute = (n: number) => new Date(Date.parse("2001-01-01T00:00Z") + n * 60_000);

beforeAll(async () => {
  await pool.query("DELETE FROM cases");
});

afterAll(async () => {
  await pool.query("DELETE FROM alert_holds");
});

test("the next sweep is at the earliest of what time changes, a minute after a deadline", async () => {
  expect(await nextSweepAt()).toBeNull();
  const { id: caseId } = await aCase();
  const snitch = await aSnitch({ caseId, status: "healthy", deadline: minute(60) });
  expect(await nextSweepAt()).toEqual(minute(61));

  await db.snitch.update({
    where: { id: (await aSnitch({ caseId, status: "paused", deadline: null })).id },
    data: { pauseUntil: "time", pauseEndsAt: minute(50) },
  });
  expect(await nextSweepAt()).toEqual(minute(50));

  const incident = await anIncident({ snitch, notifiedAt: minute(0), nextAt: minute(40) });
  expect(await nextSweepAt()).toEqual(minute(40));

  const { id: userId } = await aMember({ caseId });
  await db.escalationStep.create({ data: { caseId, position: 0, afterMinutes: 30, userIds: [userId] } });
  expect(await nextSweepAt()).toEqual(minute(30));
  await db.incident.update({ where: { id: incident.id }, data: { acknowledgedAt: minute(1) } });
  expect(await nextSweepAt()).toEqual(minute(40));

  await pool.query(
    "INSERT INTO runs (id, snitch_id, at, started_at, limit_at, outcome) VALUES (new_id(), $1, $2, $2, $3, 'running')",
    [snitch.id, new Date(), minute(20)],
  );
  expect(await nextSweepAt()).toEqual(minute(21));

  await pool.query("INSERT INTO alert_holds (starts_at, held_at) VALUES ($1, $1)", [minute(10)]);
  expect(await nextSweepAt()).toEqual(minute(10));
});
