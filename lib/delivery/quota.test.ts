import { expect, test } from "vitest";
import { twilio } from "@/lib/channel-kinds/twilio";
import { addChannel } from "@/lib/channels/add";
import { db, pool } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { ACTOR, aCase } from "@/testing/factories";
import { deliver } from "./deliver";
import { isQuotaUsed } from "./quota";

async function aTwilio() {
  const { id: caseId } = await aCase();
  const settings = CHANNEL_EXAMPLES.twilio?.settings ?? {};
  const input = { kind: "twilio", name: "", settings, route: ALL_ALERTS, isDefault: false };
  return (await addChannel(caseId, input, ACTOR)).id;
}

/** This many messages that were accepted at this time. */
const addSent = (channelId: string, count: number, at: Date) =>
  pool.query(
    `INSERT INTO deliveries (id, channel_id, event, accepted_at, created_at)
     SELECT new_id(), $1, 'test', $3, $3 FROM generate_series(1, $2::int)`,
    [channelId, count, at],
  );

test("a quota counts what was accepted in this calendar month, by this channel", async () => {
  const now = new Date();
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 1);
  const [channelId, otherId] = [await aTwilio(), await aTwilio()];
  await addSent(channelId, 2, now);
  await addSent(channelId, 5, lastMonth);
  await addSent(otherId, 5, now);
  await db.delivery.create({ data: { channelId, event: "test" } });

  expect(await isQuotaUsed(channelId, 3, now)).toBe(false);
  expect(await isQuotaUsed(channelId, 2, now)).toBe(true);
});

test("beyond the quota a message is given up without a request, and the channel stays on", async () => {
  const channelId = await aTwilio();
  await addSent(channelId, twilio.monthlyQuota ?? 0, new Date());
  const { id } = await db.delivery.create({ data: { channelId, event: "test" } });

  await deliver(id);

  expect(await db.attempt.findMany({ where: { deliveryId: id } })).toMatchObject([
    { outcome: "quota", status: null },
  ]);
  expect(await db.delivery.findUnique({ where: { id } })).toMatchObject({ gaveUpAt: expect.any(Date) });
  expect(await db.channel.findUnique({ where: { id: channelId } })).toMatchObject({
    disabledAt: null,
    failures: 0,
  });
});
