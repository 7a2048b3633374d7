import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aMember, aWebhook } from "@/testing/factories";
import { countManualSend } from "./rate-limits";
import { retryDelivery, sendTestEvent } from "./test-event";

const tuesday = new Date("2026-03-10T00:00Z");

/** A webhook, and a member of its case. */
async function aManager() {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  const { id } = await aWebhook({ caseId, url: "http://127.0.0.1:9/" });
  return { caseId, userId, channelId: id };
}

test("a person sends at most 60 test events and retries in ten minutes, over all cases", async () => {
  const { caseId, userId, channelId } = await aManager();
  const other = await aManager();
  const id = await sendTestEvent(caseId, channelId, userId, tuesday);
  for (let i = 0; i < 59; i += 1) await countManualSend(caseId, userId, tuesday);

  const refusal = {
    type: "rate_limited",
    message: expect.stringMatching(
      /^Too many test events, fire drills and retries\. Try again in \d+ minutes?\.$/,
    ),
  };
  await expect(sendTestEvent(caseId, channelId, userId, tuesday)).rejects.toMatchObject(refusal);
  await expect(retryDelivery(caseId, id, userId, tuesday)).rejects.toMatchObject(refusal);
  await expect(sendTestEvent(other.caseId, other.channelId, userId, tuesday)).rejects.toMatchObject(refusal);
  expect(await db.delivery.count()).toBe(1);

  await sendTestEvent(other.caseId, other.channelId, other.userId, tuesday);
});

test("the people of a case send at most 120 together, and one over their own limit uses up nothing of it", async () => {
  const { caseId, userId, channelId } = await aManager();
  const [{ id: second }, { id: third }] = [await aMember({ caseId }), await aMember({ caseId })];
  for (let i = 0; i < 80; i += 1) await countManualSend(caseId, userId, tuesday).catch(() => {});
  for (let i = 0; i < 60; i += 1) await countManualSend(caseId, second, tuesday);

  await expect(sendTestEvent(caseId, channelId, third, tuesday)).rejects.toMatchObject({
    type: "rate_limited",
  });
});
