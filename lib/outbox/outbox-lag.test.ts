import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { aCase } from "@/testing/factories";
import { outboxLag } from "./outbox-lag";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

test("an empty outbox has no lag", async () => {
  expect(await outboxLag()).toEqual({ pendingEmails: 0, pendingDeliveries: 0, lagMs: 0 });
});

test("the lag is the wait of the oldest due row, and rows that wait for a retry are only counted", async () => {
  const { id: caseId } = await aCase();
  const email = { caseId, kind: "invitation", address: "ada@example.com" } as const;
  await db.email.create({ data: { ...email, dueAt: minutesAgo(-5) } });
  expect(await outboxLag()).toEqual({ pendingEmails: 1, pendingDeliveries: 0, lagMs: 0 });

  await db.email.create({ data: { ...email, dueAt: minutesAgo(3) } });
  await db.email.create({ data: { ...email, dueAt: minutesAgo(9), sentAt: new Date() } });
  const { pendingEmails, lagMs } = await outboxLag();
  expect(pendingEmails).toBe(2);
  expect(Math.round(lagMs / MINUTE_MS)).toBe(3);
});
