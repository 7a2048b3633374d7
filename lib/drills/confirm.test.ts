import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { signId } from "@/lib/platform/signed-id";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { aCase, aWebhook } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { confirmDrill, findDrillMessage } from "./confirm";
import { findDrill } from "./find";
import { listDrills } from "./list";
import { startDrill } from "./start";

const tuesday = new Date("2026-03-10T12:00Z");
const later = (ms: number) => new Date(tuesday.getTime() + ms);

/** A drill with one delivery and one email, by the tokens of their links. */
async function aDrill() {
  const { caseId, owner } = await aCaseWith({ owner: "owner" });
  const { id: channelId } = await aWebhook({ caseId, url: "http://127.0.0.1:9/hook" });
  const id = await startDrill(caseId, by(owner), tuesday);
  const delivery = await db.delivery.findFirstOrThrow({ where: { drillId: id } });
  const email = await db.email.findFirstOrThrow({ where: { drillId: id } });
  return { id, caseId, channelId, owner, byChannel: signId(delivery.id), byEmail: signId(email.id), email };
}

test("a message is confirmed by its own link, and the first time counts", async () => {
  const { id, caseId, channelId, owner, byChannel, byEmail } = await aDrill();
  expect(await findDrillMessage(byEmail, later(MINUTE_MS))).toEqual({
    caseId,
    caseName: "Acme",
    startedAt: tuesday,
    confirmedAt: null,
  });

  await confirmDrill(byEmail, null, later(MINUTE_MS));
  await confirmDrill(byEmail, null, later(2 * MINUTE_MS));

  expect(await findDrillMessage(byEmail, later(3 * MINUTE_MS))).toMatchObject({
    confirmedAt: later(MINUTE_MS),
  });
  const found = await findDrill(caseId, id);
  expect(found).toMatchObject({
    startedBy: owner.email,
    startedAt: tuesday,
    messages: [
      { channel: { id: channelId, kind: "webhook", isOff: false }, confirmedAt: null, state: "pending" },
      { channel: null, name: owner.email, confirmedAt: later(MINUTE_MS) },
    ],
  });
  expect(await listDrills(caseId)).toMatchObject([{ id, notified: 2, confirmed: 1, failed: 0 }]);

  await confirmDrill(byChannel, null, later(DAY_MS));
  expect(await listDrills(caseId)).toMatchObject([{ id, notified: 2, confirmed: 2 }]);
});

test("people who confirm the same message at once confirm it once", async () => {
  const { byChannel } = await aDrill();
  const times = [1, 2, 3, 4].map((minutes) => later(minutes * MINUTE_MS));

  await Promise.all(times.map((now) => confirmDrill(byChannel, null, now)));

  const first = await findDrillMessage(byChannel, later(DAY_MS));
  await confirmDrill(byChannel, null, later(DAY_MS));
  expect(await findDrillMessage(byChannel, later(DAY_MS))).toEqual(first);
  expect(times).toContainEqual(first?.confirmedAt);
});

test("a link works for 30 days, and not after the drill was deleted", async () => {
  const { id, byChannel } = await aDrill();
  const tooLate = later(30 * DAY_MS);
  expect(await findDrillMessage(byChannel, later(30 * DAY_MS - 1))).not.toBeNull();
  expect(await findDrillMessage(byChannel, tooLate)).toBeNull();
  await expect(confirmDrill(byChannel, null, tooLate)).rejects.toMatchObject({ type: "resource_not_found" });

  await db.drill.delete({ where: { id } });
  await expect(confirmDrill(byChannel, null, tuesday)).rejects.toMatchObject({ type: "resource_not_found" });
});

test("the link of an email or a delivery that belongs to no drill confirms nothing", async () => {
  const { caseId, channelId, email } = await aDrill();
  const other = await db.email.create({ data: { caseId, kind: "dead_end", address: "ops@acme.test" } });
  const tested = await db.delivery.create({ data: { channelId, event: "test", body: "{}" } });
  const token = signId(email.id);
  const forged = `${token.slice(0, 30)}${token[30] === "A" ? "B" : "A"}${token.slice(31)}`;

  for (const wrong of [signId(other.id), signId(tested.id), forged, "", "nothing"]) {
    await expect(confirmDrill(wrong, null, tuesday)).rejects.toMatchObject({ type: "resource_not_found" });
  }
  expect(await db.email.findUnique({ where: { id: other.id } })).toMatchObject({ confirmedAt: null });
  expect(await db.delivery.findUnique({ where: { id: tested.id } })).toMatchObject({ confirmedAt: null });
});

test("another case sees nothing of a drill", async () => {
  const { id } = await aDrill();
  const other = await aCase();

  expect(await findDrill(other.id, id)).toBeNull();
  expect(await listDrills(other.id)).toEqual([]);
});

test("an email that bounced after it was sent is said to have bounced, and an older bounce does not count", async () => {
  const { id, caseId, owner, email } = await aDrill();
  const markAddress = async (markedAt: Date) => {
    const address = owner.email;
    await db.addressMark.deleteMany({ where: { caseId } });
    await db.addressMark.create({ data: { caseId, address, mark: "bounced", markedAt } });
    return (await findDrill(caseId, id))?.messages[1]?.mark;
  };
  await db.email.update({ where: { id: email.id }, data: { sentAt: later(MINUTE_MS) } });

  expect(await markAddress(tuesday)).toBeNull();
  expect(await markAddress(later(2 * MINUTE_MS))).toBe("bounced");
});

test("a page shows the outcome of each message", async () => {
  const { id, caseId, email } = await aDrill();
  const delivery = await db.delivery.findFirstOrThrow({ where: { drillId: id } });
  const attempt = { at: tuesday, latencyMs: 5, status: null };
  await db.delivery.update({
    where: { id: delivery.id },
    data: {
      gaveUpAt: tuesday,
      attempts: 1,
      history: { create: { ...attempt, outcome: "rejected", status: 404, response: "no such hook" } },
    },
  });
  await db.email.update({
    where: { id: email.id },
    data: { sentAt: tuesday, history: { create: { ...attempt, outcome: "accepted", response: "captured" } } },
  });

  expect(await findDrill(caseId, id)).toMatchObject({
    messages: [
      { state: "failed", latest: { outcome: "rejected", status: 404, response: "no such hook" } },
      { state: "captured" },
    ],
  });
  expect(await listDrills(caseId)).toMatchObject([{ notified: 2, failed: 1 }]);
});
