import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { listDue } from "@/lib/outbox/due";
import { db, pool } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, aMember, anIncident, aSnitch } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { deliver } from "./deliver";

const tuesday = new Date("2026-03-10T00:00Z");

/** A channel of the kind Gotify at this server. */
async function aGotify(caseId: string, url: string, token = "A1b2C3d4E5f6G7h") {
  const settings = { url: new URL(url).origin, token };
  const input = { kind: "gotify", name: "", settings, route: ALL_ALERTS, isDefault: false };
  return (await addChannel(caseId, input, ACTOR)).id;
}

/** A pending delivery of the alert that an incident began. */
async function aDelivery(caseId: string, channelId: string) {
  const snitch = await aSnitch({ caseId, status: "failed", name: "Nightly backup" });
  const incident = await anIncident({ snitch });
  const ids = { caseId, snitchId: snitch.id, incidentId: incident.id };
  const alert = await db.alert.create({
    data: { ...ids, kind: "missing", from: "healthy", to: "failed", at: tuesday },
  });
  return db.delivery.create({ data: { channelId, alertId: alert.id, incidentId: incident.id } });
}

const attemptsAt = (deliveryId: string) =>
  db.attempt.findMany({ where: { deliveryId }, orderBy: { id: "asc" } });

const drip = (response: ServerResponse) => {
  response.writeHead(200, { "Content-Length": 1_000 });
  const interval = setInterval(() => response.write("."), 20);
  response.once("close", () => clearInterval(interval));
};

test.each<[string, Parameters<typeof aReceiver>[0], Record<string, unknown>]>([
  [
    "accepts",
    (r) => r.writeHead(200).end('{"id":25}'),
    { outcome: "accepted", status: 200, response: '{"id":25}' },
  ],
  ["fails", (r) => r.writeHead(500).end("oh no"), { outcome: "rejected", status: 500, response: "oh no" }],
  [
    "redirects",
    (r) => r.writeHead(302, { Location: "https://example.com/" }).end(),
    { outcome: "redirect", status: 302 },
  ],
  ["hangs", () => {}, { outcome: "timeout", status: null }],
  ["responds too slowly", drip, { outcome: "timeout", status: 200 }],
  ["resets the connection", (r) => r.socket?.resetAndDestroy(), { outcome: "reset", status: null }],
  ["repeats the secret", (r) => r.writeHead(500).end("A1b2C3d4E5f6G7h?"), { response: "•••?" }],
])("the attempt records that the receiver %s", async (_, response, recorded) => {
  const receiver = await aReceiver(response);
  const { id: caseId } = await aCase();
  const { id } = await aDelivery(caseId, await aGotify(caseId, receiver.url));

  await deliver(id, recorded.outcome === "timeout" ? 2_000 : undefined);

  expect(await attemptsAt(id)).toMatchObject([recorded]);
  expect(receiver.requests).toMatchObject([
    { path: "/message", headers: { "x-gotify-key": "A1b2C3d4E5f6G7h" } },
  ]);
  receiver.close();
});

test("a retry says the same, even if the snitch was renamed meanwhile, and what is saved has no secret", async () => {
  const receiver = await aReceiver((response) => response.writeHead(500).end());
  const { id: caseId } = await aCase();
  const { id } = await aDelivery(caseId, await aGotify(caseId, receiver.url));
  await deliver(id);
  await db.snitch.updateMany({ where: { caseId }, data: { name: "Renamed" } });
  await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });

  await deliver(id);

  const [first, second] = receiver.requests;
  expect(first?.body).toContain("Nightly backup is missing");
  expect(second?.body).toBe(first?.body);
  const { rows } = await pool.query("SELECT d::text AS row FROM deliveries d WHERE id = $1", [id]);
  expect(rows[0].row).not.toContain("A1b2C3d4E5f6G7h");
  receiver.close();
});

test("a receiver that asks to wait is left alone, with all channels of its credential, and it is not a failure", async () => {
  const receiver = await aReceiver((response) => response.writeHead(429, { "Retry-After": "7200" }).end());
  const { id: caseId } = await aCase();
  const channelId = await aGotify(caseId, receiver.url);
  const sameId = await aGotify((await aCase()).id, receiver.url);
  const otherId = await aGotify(caseId, receiver.url, "B1b2C3d4E5f6G7h");
  const delivery = await aDelivery(caseId, channelId);

  const before = Date.now();
  await deliver(delivery.id);

  expect(await attemptsAt(delivery.id)).toMatchObject([{ outcome: "limited", status: 429 }]);
  const row = await db.delivery.findUniqueOrThrow({ where: { id: delivery.id } });
  expect(row).toMatchObject({ attempts: 0, gaveUpAt: null, sendingSince: null });
  // An hour is the longest.
  expect(row.dueAt.getTime()).toBeGreaterThanOrEqual(before + HOUR_MS);
  expect(row.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  const limits = await db.channel.findMany({
    where: { id: { in: [channelId, sameId, otherId] } },
    orderBy: { id: "asc" },
  });
  expect(limits.map(({ limitedUntil, failures }) => [limitedUntil !== null, failures])).toEqual([
    [true, 0],
    [true, 0],
    [false, 0],
  ]);

  const waiting = await aDelivery(limits[1]?.caseId ?? "", sameId);
  const free = await aDelivery(caseId, otherId);
  const due = (await listDue()).deliveries.map(({ id }) => id);
  expect(due).not.toContain(waiting.id);
  expect(due).toContain(free.id);
  // Also when a wake-up asks for it.
  await deliver(waiting.id);
  expect(receiver.requests).toHaveLength(1);
  receiver.close();
});

test("waiting ends: after a day of nothing else, attempts count, and the delivery is given up", async () => {
  const receiver = await aReceiver((response) => response.writeHead(429).end());
  const { id: caseId } = await aCase();
  const channelId = await aGotify(caseId, receiver.url);
  const { id } = await aDelivery(caseId, channelId);
  await db.delivery.update({ where: { id }, data: { createdAt: new Date(Date.now() - 25 * HOUR_MS) } });
  for (let i = 0; i < 13; i += 1) {
    await db.channel.update({ where: { id: channelId }, data: { limitedUntil: null } });
    await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });
    await deliver(id);
  }
  expect(await db.delivery.findUnique({ where: { id } })).toMatchObject({ gaveUpAt: expect.any(Date) });
  receiver.close();
});

test("a final response switches the channel off at once, and an email to its case says why", async () => {
  const receiver = await aReceiver((response) => response.writeHead(401).end('{"error":"Unauthorized"}'));
  const { id: caseId } = await aCase();
  const member = await aMember({ caseId });
  const channelId = await aGotify(caseId, receiver.url);
  const delivery = await aDelivery(caseId, channelId);
  const next = await aDelivery(caseId, channelId);

  await deliver(delivery.id);

  const channel = await db.channel.findUniqueOrThrow({ where: { id: channelId } });
  expect(channel).toMatchObject({
    disabledAt: expect.any(Date),
    disabledReason: expect.stringMatching(/Gotify/),
  });
  const given = await db.delivery.findMany({ where: { id: { in: [delivery.id, next.id] } } });
  expect(given.every(({ gaveUpAt }) => gaveUpAt !== null)).toBe(true);
  expect(await db.email.findMany({ where: { address: member.email } })).toMatchObject([
    { kind: "webhook_switched_off", facts: { target: "Gotify", reason: channel.disabledReason } },
  ]);
  expect(await db.auditEvent.findFirst({ where: { caseId, action: "channel.switched_off" } })).toMatchObject({
    resourceName: "Gotify",
  });
  receiver.close();
});

test("a delivery without an incident, and one whose channel was removed, are handled", async () => {
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  const channelId = await aGotify(caseId, receiver.url);
  const { id } = await db.delivery.create({ data: { channelId, event: "test" } });
  await deliver(id);
  expect(await attemptsAt(id)).toMatchObject([{ outcome: "accepted" }]);
  const removed = await aDelivery(caseId, channelId);
  await db.channel.delete({ where: { id: channelId } });
  await deliver(removed.id);
  expect(receiver.requests).toHaveLength(1);
  receiver.close();
});
