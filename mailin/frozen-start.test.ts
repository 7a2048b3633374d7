import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { startMailServer } from "@/testing/server-process";
import { sendEmail } from "@/testing/smtp-client";

const DATA = path.resolve(".data", "test", `frozen-mail-start-${process.pid}`);
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("a mail server that starts while the database is frozen accepts emails, and each is recorded once", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  connection.become("silent");
  const server = await startMailServer({ databaseUrl: connection.url, dataDir: DATA }, { LOG_LEVEL: "warn" });
  // It listens before its first attempt to register has failed.
  expect(server.logged).toBe("");
  const snitches = [await aSnitch(), await aSnitch()];
  const send = async (index: number) =>
    sendEmail(Number(new URL(server.url).port), {
      to: `${snitches[index]?.token}@localhost`,
      subject: `message ${index}`,
      messageId: `<${index}@backup.example>`,
      date: new Date("2026-03-10T00:00Z"),
    });

  expect(await send(0)).toBe("250 Got it, thanks!");
  await server.signal("SIGKILL");
  await server.restart();
  expect(await send(1)).toBe("250 Got it, thanks!");
  // Its sender has seen no response.
  expect(await send(0)).toBe("250 Got it, thanks!");
  connection.become("cut");
  connection.become("sound");

  const snitchId = { in: snitches.map(({ id }) => id) };
  await eventually(async () => {
    const rows = await db.checkIn.findMany({ where: { snitchId, accepted: true }, orderBy: { at: "asc" } });
    expect(rows.map(({ message }) => message)).toEqual(["message 0", "message 1"]);
    expect(await db.journal.count()).toBe(0);
  });
  expect(await db.snitch.count({ where: { id: snitchId, status: "healthy" } })).toBe(snitches.length);
  await server.signal("SIGTERM");
  expect(server.exitCode).toBe(0);
});
