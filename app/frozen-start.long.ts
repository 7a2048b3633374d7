import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { build } from "@/scripts/build";
import { checkIn } from "@/testing/continuous-jobs";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { startWebServer } from "@/testing/server-process";

const DATA = mkdtempSync(path.join(tmpdir(), "tattle-frozen-web-"));
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("a web server that starts while the database is frozen accepts check-ins, records each, and shows its pages afterwards", async () => {
  await db.listener.deleteMany();
  const pages = await build();
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  connection.become("silent");
  const server = await startWebServer({ databaseUrl: connection.url, dataDir: DATA, pages });
  const snitches = [await aSnitch(), await aSnitch()];
  const send = (index: number) => checkIn(`${server.url}/c/${snitches[index]?.token}`);

  expect(await send(0)).toBe(202);
  await server.signal("SIGKILL");
  await server.restart();
  expect(await send(1)).toBe(202);
  connection.become("cut");
  connection.become("sound");

  const snitchId = { in: snitches.map(({ id }) => id) };
  await eventually(async () => {
    expect(await db.checkIn.count({ where: { snitchId, accepted: true } })).toBe(snitches.length);
    expect(await db.listener.count()).toBe(1);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
  expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
  await server.signal("SIGTERM");
}, 900_000);
