import { afterAll, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { deliver } from "@/lib/channels/deliver";
import { removeSnitch } from "@/lib/monitoring/remove";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { env } from "@/lib/platform/env";
import { ALL_ALERTS } from "@/lib/rules/route";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { ACTOR, aCase, aSnitch } from "@/lib/testing/factories";
import { aReceiver } from "@/lib/testing/receiver";

const tuesday = new Date("2026-03-10T00:00Z");

const allowed = env.ALLOW_PRIVATE_TARGETS;
env.ALLOW_PRIVATE_TARGETS = true;
afterAll(() => {
  env.ALLOW_PRIVATE_TARGETS = allowed;
});

/** A case whose snitch is missing, with an Alertmanager at this server that has not been told yet. */
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

test("a pager that was not told yet hears nothing of a snitch that is deleted", async () => {
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

  await removeSnitch(caseId, token, ACTOR);

  const { dueAt } = await db.delivery.findFirstOrThrow({ where: { channelId } });
  expect(dueAt.getTime() - Date.now()).toBeGreaterThan(50_000);
  receiver.close();
});
