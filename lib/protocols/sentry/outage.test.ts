import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openFlakyConnection } from "@/lib/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `sentry-${process.pid}`);
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { db } = await import("@/lib/platform/db");
const { aCase, aSnitch } = await import("@/lib/testing/factories");
const { runCheckInServer } = await import("@/lib/testing/check-in-server");
const { replayJournals } = await import("@/lib/check-ins/batcher");
const { dsnOf } = await import("./dsn");

const serverUrl = runCheckInServer();
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("while the database is unavailable, check-ins of known monitors count, also with new settings; others are told to try again", async () => {
  await replayJournals();
  const theCase = await aCase();
  const monitor = { caseId: theCase.id, slug: "backup", environment: "production", schedule: "0 2 * * *" };
  const { id } = await aSnitch(monitor);
  const { username: key, pathname } = new URL(dsnOf(theCase));
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
  await vi.waitFor(async () => expect(await db.checkIn.count({ where: { snitchId: id } })).toBe(3), 15_000);
  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ schedule: "0 2 * * *" });
});
