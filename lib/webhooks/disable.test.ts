import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/actor";
import { db } from "@/lib/platform/db";
import { aCase, aMember, aSnitch, aWebhook } from "@/lib/testing/factories";
import { deliver } from "./deliver";
import { disableWebhook, enableWebhook } from "./disable";
import { retryDelivery, sendTestEvent } from "./test-event";

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
/** Nobody listens here. */
const url = "http://ann:s3cret@127.0.0.1:9/hook";

/** A webhook that has failed so many times, since so many hours ago. */
async function aFailingWebhook(failures: number, hours: number) {
  const { id: caseId } = await aCase();
  const { id } = await aWebhook({ caseId, url });
  return db.webhook.update({ where: { id }, data: { failures, failingSince: hoursAgo(hours) } });
}

const anAlert = async (caseId: string) => {
  const snitch = await aSnitch({ caseId, status: "failed" });
  return db.alert.create({
    data: { caseId, snitchId: snitch.id, kind: "missing", from: "healthy", to: "failed", at: new Date() },
  });
};
const anOwed = async ({ id: webhookId, caseId }: { id: string; caseId: string }, createdAt = new Date()) =>
  db.delivery.create({ data: { webhookId, alertId: (await anAlert(caseId)).id, createdAt } });

test("a webhook that has accepted nothing for three days is switched off, and its case told once", async () => {
  const webhook = await aFailingWebhook(30, 73);
  const { email } = await aMember({ caseId: webhook.caseId });
  const [tried, waiting] = [await anOwed(webhook), await anOwed(webhook)];

  await Promise.all([deliver(tried.id), deliver(waiting.id)]);

  expect(await db.webhook.findUnique({ where: { id: webhook.id } })).toMatchObject({
    disabledAt: expect.any(Date),
  });
  const owed = { webhookId: webhook.id, acceptedAt: null, gaveUpAt: null };
  expect(await db.delivery.count({ where: owed })).toBe(0);
  const letters = await db.email.findMany({
    where: { caseId: webhook.caseId, kind: "webhook_switched_off" },
  });
  expect(letters).toMatchObject([
    {
      address: email,
      facts: { target: "http://127.0.0.1:9/…", lastAnswer: "Connection refused" },
    },
  ]);
  const [event] = await db.auditEvent.findMany({ where: { caseId: webhook.caseId } });
  expect(event).toMatchObject({ action: "webhook.switched_off", actorKind: "tattle" });
});

test.each([
  ["has failed for less than three days", 30, 71],
  ["was hardly tried", 5, 100],
])("a webhook that %s stays on", async (_, failures, hours) => {
  const webhook = await aFailingWebhook(failures, hours);
  await deliver((await anOwed(webhook)).id);

  expect(await db.webhook.findUnique({ where: { id: webhook.id } })).toMatchObject({
    disabledAt: null,
    failures: failures + 1,
  });
});

test("what a webhook was owed when it was switched off is sent when it is on again, unless it is a day old", async () => {
  const webhook = await aFailingWebhook(2, 1);
  const [young, old, given] = [
    await anOwed(webhook),
    await anOwed(webhook, hoursAgo(25)),
    await anOwed(webhook),
  ];
  await db.delivery.update({ where: { id: given.id }, data: { gaveUpAt: hoursAgo(2) } });

  await disableWebhook(webhook.caseId, webhook.id, OPERATOR);
  await enableWebhook(webhook.caseId, webhook.id, OPERATOR);

  const owed = await db.delivery.findMany({ where: { webhookId: webhook.id, gaveUpAt: null } });
  expect(owed.map(({ id }) => id)).toEqual([young.id]);
  expect(await db.delivery.findUnique({ where: { id: old.id } })).toMatchObject({
    gaveUpAt: expect.any(Date),
  });
  expect(await db.webhook.findUnique({ where: { id: webhook.id } })).toMatchObject({
    disabledAt: null,
    failures: 0,
    failingSince: null,
  });
});

test("a test event goes the way of every alert, and belongs to no snitch", async () => {
  const webhook = await aFailingWebhook(1, 1);

  const id = await sendTestEvent(webhook.caseId, webhook.id, new Date("2026-03-10T00:00Z"));
  await deliver(id);

  const delivery = await db.delivery.findUnique({ where: { id }, include: { history: true } });
  expect(delivery).toMatchObject({ alertId: null, attempts: 1, history: [{ outcome: "refused" }] });
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    type: "snitch.reporting",
    timestamp: "2026-03-10T00:00:00.000Z",
    data: { snitch: { status: "healthy", previous_status: "pending" } },
  });
});

test("what was given up can be sent again, and keeps the record of its tries", async () => {
  const webhook = await aFailingWebhook(1, 1);
  const { id } = await anOwed(webhook);
  await deliver(id);
  await db.delivery.update({ where: { id }, data: { gaveUpAt: new Date(), attempts: 12 } });

  await retryDelivery(webhook.caseId, id);
  await deliver(id);

  const delivery = await db.delivery.findUnique({ where: { id }, include: { history: true } });
  expect(delivery).toMatchObject({ attempts: 1, gaveUpAt: null, history: [{}, {}] });
});

test("a webhook that is switched off is sent nothing, not even by hand", async () => {
  const webhook = await aFailingWebhook(1, 1);
  const { id } = await anOwed(webhook);
  await disableWebhook(webhook.caseId, webhook.id, OPERATOR);

  await expect(sendTestEvent(webhook.caseId, webhook.id, new Date())).rejects.toThrow("Switch it on first");
  await expect(retryDelivery(webhook.caseId, id)).rejects.toThrow("Switch it on first");
});

test("another case's webhook is no webhook", async () => {
  const webhook = await aFailingWebhook(1, 1);
  const { id } = await anOwed(webhook);
  const { id: other } = await aCase();

  const gone = { type: "resource_not_found" };
  await expect(disableWebhook(other, webhook.id, OPERATOR)).rejects.toMatchObject(gone);
  await expect(enableWebhook(other, webhook.id, OPERATOR)).rejects.toMatchObject(gone);
  await expect(sendTestEvent(other, webhook.id, new Date())).rejects.toMatchObject(gone);
  await expect(retryDelivery(other, id)).rejects.toMatchObject(gone);
});
