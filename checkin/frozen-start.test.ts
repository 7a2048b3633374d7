import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { NEVER_LOST_MS } from "@/testing/connection";
import { checkIn } from "@/testing/continuous-jobs";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { startCheckInServer } from "@/testing/server-process";

const DATA = path.resolve(".data", "test", `frozen-start-${process.pid}`);
afterAll(() => rm(DATA, { recursive: true, force: true }));

async function sweep() {
  await replayDeferred(NEVER_LOST_MS);
  await sweepDeadlines(new Date(), NEVER_LOST_MS);
}

test("a server that starts while the database is frozen accepts check-ins, each is recorded, and none is called missing", async () => {
  await db.listener.deleteMany();
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  connection.become("silent");
  const server = await startCheckInServer({ databaseUrl: connection.url, dataDir: DATA });
  // It listens before its first attempt to register has failed.
  expect(server.logged).toBe("");
  const aJob = () =>
    aSnitch({ status: "healthy", interval: "daily", deadline: new Date(Date.now() + DAY_MS) });
  const jobs = [await aJob(), await aJob(), await aJob()];
  const ids = jobs.map(({ id }) => id);

  const held = checkIn(`${server.url}/${jobs[0]?.token}`);
  await server.signal("SIGKILL");
  expect(await held).not.toBe(202);
  await server.restart();
  expect(await checkIn(`${server.url}/${jobs[0]?.token}`)).toBe(202);
  await server.signal("SIGKILL");
  await server.restart();
  expect(await checkIn(`${server.url}/${jobs[1]?.token}`)).toBe(202);
  expect(await checkIn(`${server.url}/${jobs[2]?.token}`)).toBe(202);
  // Their last moment has just passed: they were in time, if only by milliseconds.
  await sleep(5);
  const deadline = new Date(Date.now() - 1 - DEADLINE_ALLOWANCE_MS);
  await db.snitch.updateMany({ where: { id: { in: ids } }, data: { deadline } });
  await sweep();
  connection.become("cut");
  connection.become("sound");

  await eventually(async () => {
    await sweep();
    expect(await db.checkIn.count({ where: { snitchId: { in: ids } } })).toBe(jobs.length);
    expect(await db.listener.count()).toBe(1);
  });
  await eventually(async () => {
    await sweep();
    expect(await db.snitch.count({ where: { id: { in: ids }, deferredSince: { not: null } } })).toBe(0);
  });
  expect(await db.alert.count()).toBe(0);
  await server.signal("SIGTERM");
});
