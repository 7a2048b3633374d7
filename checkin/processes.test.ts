import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import { CheckInServerProcess } from "@/lib/testing/check-in-server-process";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { checkIn } from "@/lib/testing/continuous-jobs";
import { aCase, aSnitch } from "@/lib/testing/factories";

const DATA = path.resolve(".data", "test", `processes-${process.pid}`);
let doors: CheckInServerProcess[] = [];

beforeAll(async () => {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  doors = await Promise.all([1, 2, 3].map(() => CheckInServerProcess.open({ databaseUrl, dataDir: DATA })));
}, 60_000);
afterAll(async () => {
  await Promise.all(doors.map((door) => door.signal("SIGTERM")));
  await rm(DATA, { recursive: true, force: true });
});

const urlAt = (place: number, token: string) => `${doors[place % doors.length]?.url}/${token}`;

test("the rate holds over several processes, also when all check-ins come at once", async () => {
  const snitches = await Promise.all(Array.from({ length: 10 }, () => aSnitch()));
  const before = new Date();

  const statuses = await Promise.all(
    snitches.flatMap(({ token }) => Array.from({ length: 30 }, (_, i) => checkIn(urlAt(i, token)))),
  );

  const hasNewMinute = before.getUTCMinutes() !== new Date().getUTCMinutes();
  expect(new Set(statuses)).toEqual(new Set([202, 429]));
  for (const { id } of snitches) {
    const accepted = await db.checkIn.count({ where: { snitchId: id, accepted: true } });
    // A minute that begins meanwhile lets one more in, and an hour ten.
    if (!hasNewMinute) expect(accepted).toBe(10);
    expect(await db.checkIn.count({ where: { snitchId: id, accepted: false } })).toBeGreaterThanOrEqual(1);
    expect(accepted).toBeLessThanOrEqual(20);
  }
  expect(await db.checkIn.count({ where: { accepted: true } })).toBe(
    statuses.filter((status) => status === 202).length,
  );
}, 30_000);

test("a door that is told to stop answers what it has accepted, and records nothing beside", async () => {
  const snitches = await Promise.all(Array.from({ length: 50 }, () => aSnitch()));
  const door = await CheckInServerProcess.open({
    databaseUrl: process.env.DATABASE_URL ?? "",
    dataDir: DATA,
  });

  const knocks = snitches.map(({ token }) => checkIn(`${door.url}/${token}`));
  await Promise.race(knocks);
  await door.signal("SIGTERM");
  const statuses = await Promise.all(knocks);

  const recorded = await Promise.all(snitches.map(({ id }) => db.checkIn.count({ where: { snitchId: id } })));
  expect(recorded).toEqual(statuses.map((status) => (status === 202 ? 1 : 0)));
}, 30_000);

const SNITCHES = 240;
const SPREAD_MS = 2_000;
/** So long before and after the last moment jobs check in: less would be a race that either side may win. */
const CLEAR_MS = 1_500;

test("at a period's boundary nobody is called missing who checked in, and everybody who did not", async () => {
  const owner = await aCase();
  const begin = Date.now() + CLEAR_MS + 500;
  const jobs = await Promise.all(
    Array.from({ length: SNITCHES }, async (_, i) => {
      const lastMoment = begin + (i / SNITCHES) * SPREAD_MS;
      const deadline = new Date(lastMoment - DEADLINE_ALLOWANCE_MS);
      const snitch = await aSnitch({ caseId: owner.id, status: "healthy", interval: "daily", deadline });
      return { ...snitch, lastMoment, does: (["checks in", "is late", "is silent"] as const)[i % 3] };
    }),
  );

  let isOver = false;
  const sweeping = [1, 2].map(async () => {
    while (!isOver) {
      await sweepDeadlines(new Date(), NEVER_LOST_MS);
      await sleep(20);
    }
  });
  const statuses = await Promise.all(
    jobs.map(async ({ token, lastMoment, does }, i) => {
      const at = does === "checks in" ? lastMoment - CLEAR_MS : lastMoment + CLEAR_MS;
      await sleep(Math.max(at - Date.now(), 0));
      if (does === "is silent") return 202;
      // Each kind comes through every door, and whoever is late through all of them at once.
      if (does === "checks in") return checkIn(urlAt(Math.floor(i / 3), token));
      const heard = await Promise.all(doors.map((_, place) => checkIn(urlAt(place, token))));
      return heard.find((status) => status !== 202) ?? 202;
    }),
  );
  await sleep(Math.max(begin + SPREAD_MS + CLEAR_MS - Date.now(), 0));
  isOver = true;
  await Promise.all(sweeping);
  await sweepDeadlines(new Date(), NEVER_LOST_MS);

  expect(statuses).toEqual(jobs.map(() => 202));
  const alerts = await db.alert.findMany({ where: { caseId: owner.id }, orderBy: { id: "asc" } });
  const told = (id: string) => alerts.filter((alert) => alert.snitchId === id).map(({ kind }) => kind);
  const expected = { "checks in": [], "is late": ["missing", "reporting"], "is silent": ["missing"] };
  expect(jobs.map(({ id, does }) => [does, told(id).sort()])).toEqual(
    jobs.map(({ does }) => [does, expected[does ?? "is silent"]]),
  );
}, 60_000);
