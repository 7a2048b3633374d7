import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { deliver } from "@/lib/delivery/deliver";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { disableChannel, enableChannel } from "./disable";
import { retryDelivery, sendTestEvent } from "./test-event";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const USER_ID = "00000000-0000-7000-8000-000000000001";
/** Refuses connections. */
const url = "http://ann:s3cret@127.0.0.1:9/hook";

/** A webhook with this many failures, the first of them this many hours ago. */
async function aFailingWebhook(failures: number, hours: number) {
  const { id: caseId } = await aCase();
  const { id } = await aWebhook({ caseId, url });
  return db.channel.update({ where: { id }, data: { failures, failingSince: hoursAgo(hours) } });
}

const anAlert = async (caseId: string) => {
  const snitch = await aSnitch({ caseId, status: "failed" });
  return db.alert.create({
    data: { caseId, snitchId: snitch.id, kind: "missing", from: "healthy", to: "failed", at: new Date() },
  });
};
const aPendingDelivery = async (
  { id: channelId, caseId }: { id: string; caseId: string },
  createdAt = new Date(),
) => db.delivery.create({ data: { channelId, alertId: (await anAlert(caseId)).id, createdAt } });

test("a webhook that has accepted nothing for three days is disabled, and its case is emailed once", async () => {
  const webhook = await aFailingWebhook(30, 73);
  const { email } = await aMember({ caseId: webhook.caseId });
  const [first, second] = [await aPendingDelivery(webhook), await aPendingDelivery(webhook)];

  await Promise.all([deliver(first.id), deliver(second.id)]);

  expect(await db.channel.findUnique({ where: { id: webhook.id } })).toMatchObject({
    disabledAt: expect.any(Date),
  });
  const pending = { channelId: webhook.id, acceptedAt: null, gaveUpAt: null };
  expect(await db.delivery.count({ where: pending })).toBe(0);
  const emails = await db.email.findMany({
    where: { caseId: webhook.caseId, kind: "webhook_switched_off" },
  });
  expect(emails).toMatchObject([
    {
      address: email,
      facts: { target: "http://127.0.0.1:9/…", lastResponse: "Connection refused" },
    },
  ]);
  const [event] = await db.auditEvent.findMany({ where: { caseId: webhook.caseId } });
  expect(event).toMatchObject({ action: "webhook.switched_off", actorKind: "tattle" });
});

test.each([
  ["has failed for less than three days", 30, 71],
  ["was attempted only a few times", 5, 100],
])("a webhook that %s stays enabled", async (_, failures, hours) => {
  const webhook = await aFailingWebhook(failures, hours);
  await deliver((await aPendingDelivery(webhook)).id);

  expect(await db.channel.findUnique({ where: { id: webhook.id } })).toMatchObject({
    disabledAt: null,
    failures: failures + 1,
  });
});

test("deliveries that were pending when a webhook was disabled are sent once it is enabled, unless they are a day old", async () => {
  const webhook = await aFailingWebhook(2, 1);
  const [recent, old, givenUp] = [
    await aPendingDelivery(webhook),
    await aPendingDelivery(webhook, hoursAgo(25)),
    await aPendingDelivery(webhook),
  ];
  await db.delivery.update({ where: { id: givenUp.id }, data: { gaveUpAt: hoursAgo(2) } });

  await disableChannel(webhook.caseId, webhook.id, OPERATOR);
  await enableChannel(webhook.caseId, webhook.id, OPERATOR);

  const pending = await db.delivery.findMany({ where: { channelId: webhook.id, gaveUpAt: null } });
  expect(pending.map(({ id }) => id)).toEqual([recent.id]);
  expect(await db.delivery.findUnique({ where: { id: old.id } })).toMatchObject({
    gaveUpAt: expect.any(Date),
  });
  expect(await db.channel.findUnique({ where: { id: webhook.id } })).toMatchObject({
    disabledAt: null,
    failures: 0,
    failingSince: null,
  });
});

test("a test event is delivered like an alert, and belongs to no alert", async () => {
  const webhook = await aFailingWebhook(1, 1);

  const id = await sendTestEvent(webhook.caseId, webhook.id, USER_ID, new Date("2026-03-10T00:00Z"));
  await deliver(id);

  const delivery = await db.delivery.findUnique({ where: { id }, include: { history: true } });
  expect(delivery).toMatchObject({ alertId: null, attempts: 1, history: [{ outcome: "refused" }] });
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    type: "snitch.reporting",
    timestamp: "2026-03-10T00:00:00.000Z",
    data: { snitch: { status: "healthy", previous_status: "pending" } },
  });
});

test("a delivery that was given up can be retried, and keeps its history", async () => {
  const webhook = await aFailingWebhook(1, 1);
  const { id } = await aPendingDelivery(webhook);
  await deliver(id);
  await db.delivery.update({ where: { id }, data: { gaveUpAt: new Date(), attempts: 12 } });

  await retryDelivery(webhook.caseId, id, USER_ID, new Date());
  await deliver(id);

  const delivery = await db.delivery.findUnique({ where: { id }, include: { history: true } });
  expect(delivery).toMatchObject({ attempts: 1, gaveUpAt: null, history: [{}, {}] });
});

test("a disabled webhook accepts neither a test event nor a retry", async () => {
  const webhook = await aFailingWebhook(1, 1);
  const { id } = await aPendingDelivery(webhook);
  await disableChannel(webhook.caseId, webhook.id, OPERATOR);

  await expect(sendTestEvent(webhook.caseId, webhook.id, USER_ID, new Date())).rejects.toThrow(
    "Switch it on first",
  );
  await expect(retryDelivery(webhook.caseId, id, USER_ID, new Date())).rejects.toThrow("Switch it on first");
});

test("another case's webhook is not found", async () => {
  const webhook = await aFailingWebhook(1, 1);
  const { id } = await aPendingDelivery(webhook);
  const { id: other } = await aCase();

  const notFound = { type: "resource_not_found" };
  await expect(disableChannel(other, webhook.id, OPERATOR)).rejects.toMatchObject(notFound);
  await expect(enableChannel(other, webhook.id, OPERATOR)).rejects.toMatchObject(notFound);
  await expect(sendTestEvent(other, webhook.id, USER_ID, new Date())).rejects.toMatchObject(notFound);
  await expect(retryDelivery(other, id, USER_ID, new Date())).rejects.toMatchObject(notFound);
});
