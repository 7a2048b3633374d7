import { beforeEach, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { CANARY, maintainCanary } from "@/lib/metrics/canary";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { newId } from "@/lib/platform/new-id";
import { HOUR_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, anIncident, aSnitch, aWebhook } from "@/testing/factories";
import { listStuck } from "./list-stuck";
import { tryAgain } from "./try-again";

const now = new Date();
const anHourAgo = new Date(now.getTime() - HOUR_MS);
const inAnHour = new Date(now.getTime() + HOUR_MS);

beforeEach(async () => {
  await db.case.deleteMany();
  await db.email.deleteMany();
});

const list = async (query: Parameters<typeof listStuck>[0] = {}) => (await listStuck(query, now)).messages;

async function aCaseWithWebhook(name = "Acme") {
  const { id: caseId } = await aCase({ name });
  const webhook = await aWebhook({
    caseId,
    url: "https://ada:pass-word@hooks.example/services/T0/secret-path",
  });
  return { caseId, webhook };
}

const aDelivery = (channelId: string, given: Partial<Prisma.DeliveryUncheckedCreateInput> = {}) =>
  db.delivery.create({ data: { channelId, body: "{}", createdAt: anHourAgo, attempts: 12, ...given } });

const anEmail = (given: Partial<Prisma.EmailUncheckedCreateInput>) =>
  db.email.create({
    data: {
      kind: given.snitchId ? "pending_reminder" : "digest",
      address: "ada@example.com",
      createdAt: anHourAgo,
      attempts: 12,
      ...given,
    },
  });

const anAttempt = (of: { deliveryId?: string; emailId?: string }, outcome: string, status?: number) =>
  db.attempt.create({ data: { ...of, at: anHourAgo, outcome, status, latencyMs: 10, response: "a secret" } });

test("what failed for good and what waits too long is listed with its last error, newest first and without secrets", async () => {
  const { caseId, webhook } = await aCaseWithWebhook();
  const snitch = await aSnitch({ caseId, name: "Nightly backup" });
  const email = await anEmail({ caseId, snitchId: snitch.id, gaveUpAt: now });
  await anAttempt({ emailId: email.id }, "rejected", 550);
  const { id: incidentId } = await anIncident({ snitch });
  const failed = await aDelivery(webhook.id, { gaveUpAt: now, incidentId });
  await anAttempt({ deliveryId: failed.id }, "timeout");
  await anAttempt({ deliveryId: failed.id }, "dns");
  const waiting = await aDelivery(webhook.id, { attempts: 5, dueAt: inAnHour });
  await anAttempt({ deliveryId: waiting.id }, "rejected", 500);
  const untouched = await aDelivery(webhook.id, { attempts: 0, dueAt: anHourAgo });

  const messages = await list();

  expect(messages).toMatchObject([
    { id: untouched.id, gaveUpAt: null, attempts: 0, outcome: null, obstacle: null },
    { id: waiting.id, gaveUpAt: null, dueAt: inAnHour, outcome: "rejected", status: 500 },
    {
      id: failed.id,
      outbox: "delivery",
      caseName: "Acme",
      snitchName: "Nightly backup",
      service: "Webhook",
      target: "hooks.example",
      outcome: "dns",
    },
    {
      id: email.id,
      outbox: "email",
      service: "Email",
      target: "ada@example.com",
      snitchName: "Nightly backup",
      attempts: 12,
      outcome: "rejected",
      status: 550,
      obstacle: null,
    },
  ]);
  expect(JSON.stringify(messages)).not.toMatch(/secret|pass-word/);
});

test("what arrived, is on its way, was left out on purpose or is older than 30 days is not listed", async () => {
  await maintainCanary(now);
  const { caseId, webhook } = await aCaseWithWebhook();
  const old = new Date(now.getTime() - 31 * 24 * HOUR_MS);
  await aDelivery(webhook.id, { acceptedAt: now });
  await aDelivery(webhook.id, { createdAt: now, attempts: 1, dueAt: now });
  await aDelivery(webhook.id, { gaveUpAt: now, supersededAt: now });
  await aDelivery(webhook.id, { gaveUpAt: now, event: "test" });
  await aDelivery(webhook.id, { attempts: 0, dueAt: inAnHour });
  await aDelivery(CANARY.channelId, { gaveUpAt: now });
  await aDelivery(webhook.id, { id: newId(old), gaveUpAt: old, createdAt: old });
  await anEmail({ caseId, gaveUpAt: now, skipReason: "left" });
  await anEmail({ caseId, gaveUpAt: now, mark: "bounced" });
  await anEmail({ caseId, attempts: 0, heldFor: "quiet_hours", dueAt: inAnHour });
  await anEmail({ caseId, sentAt: now });

  expect(await list()).toEqual([]);
});

test("the list is filtered by case and kind, and goes on after a page", async () => {
  const one = await aCaseWithWebhook("Acme");
  const other = await aCaseWithWebhook("Globex");
  const { id: slack } = await addChannel(
    other.caseId,
    {
      kind: "slack",
      name: "ops",
      settings: { url: "https://hooks.slack.com/services/T0/B0/x" },
      route: ALL_ALERTS,
      isDefault: false,
    },
    ACTOR,
  );
  for (let i = 0; i < 101; i++) await aDelivery(one.webhook.id, { gaveUpAt: now });
  await aDelivery(slack, { gaveUpAt: now });
  await anEmail({ caseId: other.caseId, gaveUpAt: now });

  expect(await list({ search: "globex" })).toMatchObject([{ service: "Email" }, { service: "Slack" }]);
  expect(await list({ search: other.caseId, kind: "slack" })).toMatchObject([
    { channelName: "ops", target: "hooks.slack.com", caseName: "Globex" },
  ]);
  expect(await list({ kind: "email" })).toHaveLength(1);
  const first = await listStuck({}, now);
  const second = await listStuck({ after: first.next ?? "" }, now);
  expect([first.messages.length, second.messages.length, second.next]).toEqual([100, 3, null]);
});

test("trying again makes messages due now with all their attempts, and the case sees by whom and how many", async () => {
  const { caseId, webhook } = await aCaseWithWebhook();
  const snitch = await aSnitch({ caseId });
  const failed = [
    await aDelivery(webhook.id, { gaveUpAt: now }),
    await aDelivery(webhook.id, { gaveUpAt: now }),
  ];
  const waiting = await aDelivery(webhook.id, { attempts: 5, dueAt: inAnHour });
  const email = await anEmail({ caseId, snitchId: snitch.id, gaveUpAt: now });
  const ids = [...failed, waiting, email].map(({ id }) => id);

  expect(await tryAgain(ids, ACTOR)).toEqual({ due: 4, left: 0 });

  const due = { gaveUpAt: null, attempts: 0 };
  expect(await db.delivery.findMany({ orderBy: { id: "asc" } })).toMatchObject([due, due, due]);
  expect(await db.email.findUnique({ where: { id: email.id } })).toMatchObject(due);
  const isDue =
    "SELECT count(*)::int FROM (SELECT due_at FROM deliveries UNION ALL SELECT due_at FROM emails) AS o WHERE due_at <= now()";
  expect(await db.$queryRawUnsafe(isDue)).toEqual([{ count: 4 }]);
  expect(await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "asc" } })).toMatchObject([
    {
      action: "recipient.retried",
      resourceName: "ada@example.com",
      facts: { messages: "1" },
      actorName: ACTOR.name,
    },
    { action: "webhook.retried", resourceId: webhook.id, facts: { messages: "3" } },
  ]);
});

test("what cannot be sent any more stays as it is, and the list says why", async () => {
  const { caseId, webhook } = await aCaseWithWebhook();
  // Another AUTH_SECRET than the one it was encrypted with.
  const { id: unreadable } = await aWebhook({ caseId, url: "https://lost.example/" });
  await db.channel.update({ where: { id: unreadable }, data: { url: "encrypted:1:AAAA" } });
  const lost = await aDelivery(unreadable, { gaveUpAt: now });
  const { id: off } = await aWebhook({ caseId, url: "https://off.example/" });
  await db.channel.update({ where: { id: off }, data: { disabledAt: now } });
  const toOff = await aDelivery(off, { gaveUpAt: now });
  const digest = await anEmail({ caseId, kind: "digest", gaveUpAt: now });
  const arrived = await aDelivery(webhook.id, { acceptedAt: now });
  const overtaken = await aDelivery(webhook.id, { gaveUpAt: now, supersededAt: now });
  const beingSent = await aDelivery(webhook.id, { attempts: 1, dueAt: inAnHour, sendingSince: new Date() });
  const ids = [toOff, digest, arrived, overtaken, beingSent].map(({ id }) => id);

  expect(await tryAgain(ids, ACTOR)).toEqual({ due: 0, left: 5 });

  expect(await list()).toMatchObject([
    { id: digest.id, obstacle: "content_deleted" },
    { id: toOff.id, obstacle: "switched_off" },
    { id: lost.id, target: "•••" },
  ]);
  expect(await db.auditEvent.count({ where: { caseId } })).toBe(0);
});
