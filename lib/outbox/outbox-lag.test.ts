import { expect, test } from "vitest";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { db } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/lib/testing/factories";
import { outboxLag } from "./outbox-lag";

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

test("nothing that is owed has no lag", async () => {
  expect(await outboxLag()).toEqual({ pendingEmails: 0, pendingDeliveries: 0, lagMs: 0 });
  expect(await sweepLag()).toBe(0);
});

test("the outbox lags by the row that has waited longest, and not by one that waits for its next try", async () => {
  const { id: caseId } = await aCase();
  const letter = { caseId, kind: "invitation", address: "ada@example.com" } as const;
  await db.email.create({ data: { ...letter, dueAt: minutesAgo(-5) } });
  expect(await outboxLag()).toEqual({ pendingEmails: 1, pendingDeliveries: 0, lagMs: 0 });

  await db.email.create({ data: { ...letter, dueAt: minutesAgo(3) } });
  await db.email.create({ data: { ...letter, dueAt: minutesAgo(9), sentAt: new Date() } });
  const { pendingEmails, lagMs } = await outboxLag();
  expect(pendingEmails).toBe(2);
  expect(Math.round(lagMs / MINUTE_MS)).toBe(3);
});

test("the sweep lags by the deadline it should have settled first, a minute of hearing later", async () => {
  await aSnitch({ status: "healthy", deadline: minutesAgo(-5) });
  await aSnitch({ status: "healthy", deadline: minutesAgo(0.5) });
  expect(await sweepLag()).toBe(0);

  await aSnitch({ status: "healthy", deadline: minutesAgo(5) });
  expect(Math.round((await sweepLag()) / MINUTE_MS)).toBe(4);
});

test("the sweep lags by a pause that should have ended", async () => {
  await db.snitch.deleteMany();
  await aSnitch({ status: "paused", pauseUntil: "time", pauseEndsAt: minutesAgo(2) });
  expect(Math.round((await sweepLag()) / MINUTE_MS)).toBe(2);
});
