import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { deliver } from "@/lib/delivery/deliver";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { addChannel } from "./add";
import { disableChannel, enableChannel } from "./disable";

const tuesday = new Date("2026-03-10T00:00Z");

/** A channel of this kind, which is on or off, and a snitch that goes missing and reports again. */
async function anEventSequence(kind: "alertmanager" | "gotify", url: string) {
  const { id: caseId } = await aCase();
  const settings = { url: new URL(url).origin, ...(kind === "gotify" && { token: "A1b2C3d4E5f6G7h" }) };
  const input = { kind, name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  const { token } = await aSnitch({ caseId, name: "Backup", status: "healthy", deadline: tuesday });
  const at = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);
  const aReport = { ...PLAIN_CHECK_IN, exitStatus: "0" };
  return {
    channelId,
    miss: () => sweepDeadlines(at(1), NEVER_LOST_MS),
    report: () => recordCheckIn({ token, at: at(60), ...aReport }),
    switchOff: () => disableChannel(caseId, channelId, ACTOR),
    switchOn: () => enableChannel(caseId, channelId, ACTOR),
    deliverAll: async () => {
      for (const { id } of await db.delivery.findMany({ where: { channelId, acceptedAt: null } }))
        await deliver(id);
    },
  };
}

/** Whether the last request left something open. */
const isOpen = ({ requests }: Receiver) =>
  new Date(JSON.parse(requests.at(-1)?.body ?? "")[0].endsAt) > new Date();

test("a pager that was switched off in the middle of an incident closes it once it is on again", async () => {
  const receiver = await aReceiver();
  const history = await anEventSequence("alertmanager", receiver.url);
  await history.miss();
  await history.deliverAll();
  expect(isOpen(receiver)).toBe(true);
  await history.switchOff();
  await history.report();
  await history.deliverAll();
  expect(receiver.requests).toHaveLength(1);

  await history.switchOn();
  await history.deliverAll();

  expect(isOpen(receiver)).toBe(false);
  // Once.
  await history.switchOff();
  await history.switchOn();
  await history.deliverAll();
  expect(receiver.requests).toHaveLength(2);
  receiver.close();
});

test("a pager that was switched off before its notification gets nothing about an incident that is over", async () => {
  const receiver = await aReceiver();
  const history = await anEventSequence("alertmanager", receiver.url);
  await history.miss();
  await history.switchOff();
  await history.report();
  await history.switchOn();
  await history.deliverAll();

  expect(receiver.requests).toEqual([]);
  receiver.close();
});

test("a chat that was switched off before its notification gets an incident that is over as something past", async () => {
  const receiver = await aReceiver();
  const history = await anEventSequence("gotify", receiver.url);
  await history.miss();
  await history.switchOff();
  await history.report();
  await history.switchOn();
  await history.deliverAll();

  expect(receiver.requests).toHaveLength(1);
  const bodies = await db.delivery.findMany({
    where: { channelId: history.channelId, acceptedAt: { not: null } },
  });
  expect(JSON.parse(bodies[0]?.body ?? "")).toMatchObject({ event: "reporting", isPast: true });
  receiver.close();
});

test("the message whose response switched a channel off is sent once the channel is on again", async () => {
  let status = 401;
  const receiver = await aReceiver((response) => response.writeHead(status).end());
  const history = await anEventSequence("gotify", receiver.url);
  await history.miss();
  await history.deliverAll();
  expect(await db.channel.findUnique({ where: { id: history.channelId } })).toMatchObject({
    disabledAt: expect.any(Date),
  });
  status = 200;
  await history.switchOn();
  await history.deliverAll();

  expect(receiver.requests).toHaveLength(2);
  receiver.close();
});
