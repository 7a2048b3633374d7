import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { deliver } from "@/lib/delivery/deliver";
import { removeSnitch } from "@/lib/monitoring/remove";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { notifyRemoved } from "./notify-removed";

const tuesday = new Date("2026-03-10T00:00Z");

const allowed = env.ALLOW_PRIVATE_TARGETS;
env.ALLOW_PRIVATE_TARGETS = true;
afterAll(() => {
  env.ALLOW_PRIVATE_TARGETS = allowed;
});

/** A case whose snitch is missing, with an Alertmanager at this server that has not been notified yet. */
async function aMiss(url: string) {
  const { id: caseId } = await aCase();
  const settings = { url: new URL(url).origin };
  const input = { kind: "alertmanager", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  const { token } = await aSnitch({ caseId, name: "Backup", status: "healthy", deadline: tuesday });
  await sweepDeadlines(new Date(tuesday.getTime() + MINUTE_MS), NEVER_LOST_MS);
  const deliverAll = async () => {
    for (const { id } of await db.delivery.findMany({ where: { channelId, acceptedAt: null } }))
      await deliver(id);
  };
  return { caseId, channelId, token, deliverAll };
}

test("a pager closes what it has open about a snitch that is deleted", async () => {
  const receiver = await aReceiver();
  const { caseId, token, deliverAll } = await aMiss(receiver.url);
  await deliverAll();
  await db.snitch.updateMany({ where: { caseId }, data: { name: "Renamed" } });

  await removeSnitch(caseId, token, ACTOR);
  await deliverAll();

  const alerts = receiver.requests.map(({ body }) => JSON.parse(body)[0]);
  // Alertmanager finds an alert by the labels that it had first.
  expect(alerts).toMatchObject([
    { labels: { alertname: "Backup", snitch: token } },
    { labels: { alertname: "Backup", snitch: token }, annotations: { summary: "Renamed was deleted" } },
  ]);
  expect(alerts.map(({ endsAt }) => new Date(endsAt) > new Date())).toEqual([true, false]);
  receiver.close();
});

test("a pager that was not notified yet gets nothing about a snitch that is deleted", async () => {
  const receiver = await aReceiver();
  const { caseId, channelId, token, deliverAll } = await aMiss(receiver.url);

  await removeSnitch(caseId, token, ACTOR);
  await deliverAll();

  expect(receiver.requests).toEqual([]);
  expect(await db.delivery.count({ where: { channelId } })).toBe(0);
  receiver.close();
});

test("the end waits for a message that may be on its way", async () => {
  const receiver = await aReceiver();
  const { caseId, channelId, token } = await aMiss(receiver.url);
  await db.delivery.updateMany({ where: { channelId }, data: { isTried: true, sendingSince: new Date() } });

  const before = Date.now();
  await removeSnitch(caseId, token, ACTOR);

  const { dueAt } = await db.delivery.findFirstOrThrow({ where: { channelId } });
  expect(dueAt.getTime()).toBeGreaterThan(before + 50_000);
  receiver.close();
});

/** Whether the last request left something open. */
const isOpen = ({ requests }: Receiver) =>
  new Date(JSON.parse(requests.at(-1)?.body ?? "")[0].endsAt) > new Date();

test("a pager that has not accepted the end of an incident yet still gets it after the snitch is deleted", async () => {
  const receiver = await aReceiver();
  const { caseId, channelId, token, deliverAll } = await aMiss(receiver.url);
  await deliverAll();
  const ids = await db.alert.findFirstOrThrow({
    where: { caseId },
    select: { snitchId: true, incidentId: true },
  });
  const end = await db.alert.create({
    data: { ...ids, caseId, kind: "reporting", from: "failed", to: "healthy", at: new Date() },
  });
  await db.delivery.create({ data: { channelId, incidentId: ids.incidentId, alertId: end.id } });
  await db.incident.updateMany({ where: { caseId }, data: { closedAt: new Date(), closedBy: "reported" } });

  await removeSnitch(caseId, token, ACTOR);
  await deliverAll();

  expect(isOpen(receiver)).toBe(false);
  receiver.close();
});

test("no worker begins to send an incident while its snitch is being deleted", async () => {
  const receiver = await aReceiver();
  const { caseId, token, deliverAll } = await aMiss(receiver.url);
  const { id } = await db.snitch.findFirstOrThrow({ where: { token } });
  let attempt: Promise<void> | undefined;
  await transaction(async (sql) => {
    await sql("SELECT FROM snitches WHERE id = $1 FOR UPDATE", [id]);
    expect(await notifyRemoved(sql, [id])).toEqual([]);
    attempt = deliverAll();
    await Promise.race([attempt, sleep(300)]);
    await sql("DELETE FROM snitches WHERE id = $1", [id]);
  });
  await attempt;

  expect(receiver.requests).toEqual([]);
  expect(await db.delivery.count({ where: { channel: { caseId } } })).toBe(0);
  receiver.close();
});

test("a pager that is switched off closes what it has open about a deleted snitch once it is switched on", async () => {
  const receiver = await aReceiver();
  const { caseId, channelId, token, deliverAll } = await aMiss(receiver.url);
  await deliverAll();
  await disableChannel(caseId, channelId, ACTOR);

  await removeSnitch(caseId, token, ACTOR);
  await deliverAll();
  expect(receiver.requests).toHaveLength(1);
  await enableChannel(caseId, channelId, ACTOR);
  await deliverAll();

  expect(isOpen(receiver)).toBe(false);
  receiver.close();
});
