import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `sentry-${process.pid}`);
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { db } = await import("@/lib/platform/db");
const { aCase, aSnitch } = await import("@/testing/factories");
const { runCheckInServer } = await import("@/testing/check-in-server");
const { openToCheckIns } = await import("@/lib/check-ins/batcher");
const { buildDsn } = await import("./dsn");

const serverUrl = runCheckInServer();
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("while the database is unavailable, check-ins of known monitors count, also with new settings; others are asked to try again", async () => {
  await openToCheckIns({ listens: false });
  const theCase = await aCase();
  const monitor = { caseId: theCase.id, slug: "backup", environment: "production", schedule: "0 2 * * *" };
  const { id } = await aSnitch(monitor);
  const { username: key, pathname } = new URL(buildDsn(theCase));
  const checkIn = async (slug: string, monitorConfig?: object) => {
    const response = await fetch(`${serverUrl()}/api${pathname}/cron/${slug}/${key}/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ status: "ok", monitor_config: monitorConfig }),
    });
    return [response.status, response.headers.get("retry-after"), await response.text()];
  };
  expect(await checkIn("backup")).toEqual([202, null, ""]);

  connection.become("cut");
  const known = await checkIn("backup");
  const changed = await checkIn("backup", { schedule: { type: "crontab", value: "0 3 * * *" } });
  const unknown = await checkIn("other");
  connection.become("sound");

  expect([known, changed]).toEqual([
    [202, null, ""],
    [202, null, ""],
  ]);
  expect(unknown).toEqual([
    503,
    "5",
    expect.stringMatching(/^{"detail":"The check-in could not be recorded/),
  ]);
  await eventually(async () => expect(await db.checkIn.count({ where: { snitchId: id } })).toBe(3));
  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ schedule: "0 2 * * *" });
});

test("the end of the run that has just created its monitor is not lost when the database becomes unavailable", async () => {
  const theCase = await aCase();
  const { username: key, pathname } = new URL(buildDsn(theCase));
  const rid = "0b0e1a7c3f0d4c0a9d4f2d1f9c6b7a58";
  const send = async (fields: object) => {
    const checkIn = { check_in_id: rid, monitor_slug: "new-job", ...fields };
    const response = await fetch(`${serverUrl()}/api${pathname}/envelope/?sentry_key=${key}`, {
      method: "POST",
      body: `{}\n{"type":"check_in"}\n${JSON.stringify(checkIn)}\n`,
    });
    return response.status;
  };
  const config = { schedule: { type: "crontab", value: "0 3 * * *" } };
  expect(await send({ status: "in_progress", monitor_config: config })).toBe(200);

  connection.become("cut");
  const ended = await send({ status: "ok" });
  connection.become("sound");

  expect(ended).toBe(200);
  await eventually(async () =>
    expect(await db.run.findMany({ where: { snitch: { caseId: theCase.id } } })).toMatchObject([
      { outcome: "succeeded" },
    ]),
  );
});

test("while the database is unavailable, no answer says that a monitor does not exist", async () => {
  const theCase = await aCase();
  const { username: key, pathname } = new URL(buildDsn(theCase));
  const checkIn = () => fetch(`${serverUrl()}/api${pathname}/cron/later/${key}/?status=ok`);
  expect((await checkIn()).status).toBe(404);
  await aSnitch({ caseId: theCase.id, slug: "later", environment: "production" });

  connection.become("cut");
  const { status } = await checkIn();
  connection.become("sound");

  expect(status).toBe(503);
});
