import { afterEach, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { disableChannel, enableChannel } from "@/lib/channels/disable";
import { db } from "@/lib/platform/db";
import { signId } from "@/lib/platform/signed-id";
import { DAY_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { ACTOR, aCase } from "@/testing/factories";
import { confirmDrill } from "./confirm";
import { endDrills } from "./end";
import { findDrill } from "./find";
import { startDrill } from "./start";

afterEach(() => db.case.deleteMany());

const tuesday = new Date("2026-03-10T12:00Z");
const wednesday = new Date("2026-03-11T12:00Z");

/** A case with a channel of this kind, and a fire drill of Tuesday that it has accepted. */
async function aDrill(
  kind = "pagerduty",
  state: { acceptedAt?: Date; attempts: number } = { acceptedAt: new Date(), attempts: 1 },
) {
  const { id: caseId } = await aCase();
  const settings = CHANNEL_EXAMPLES[kind]?.settings ?? {};
  const input = { kind, name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  const drillId = await startDrill(caseId, ACTOR, tuesday);
  const { id } = await db.delivery.findFirstOrThrow({ where: { drillId } });
  await db.delivery.update({ where: { id }, data: state });
  return { caseId, channelId, drillId, id };
}

const listEnds = (drillId: string) => db.delivery.findMany({ where: { drillId, event: "drill_ended" } });

test("a pager is notified of the end of a fire drill after a day, once, and that is not a message of the drill", async () => {
  const { caseId, drillId, id } = await aDrill();

  await endDrills(new Date(wednesday.getTime() - 1));
  expect(await listEnds(drillId)).toEqual([]);
  await Promise.all([endDrills(wednesday), endDrills(wednesday), endDrills(wednesday)]);
  await endDrills(wednesday);

  expect(await listEnds(drillId)).toMatchObject([{ endsId: id, acceptedAt: null, gaveUpAt: null }]);
  expect((await findDrill(caseId, drillId))?.messages).toMatchObject([{ id, state: "accepted" }]);
});

test("a pager is notified at once when someone confirms", async () => {
  const { drillId, id } = await aDrill();

  await confirmDrill(signId(id), null, tuesday);
  await endDrills(wednesday);

  expect(await listEnds(drillId)).toMatchObject([{ endsId: id }]);
});

test("a channel that keeps nothing open is not notified of the end", async () => {
  const { drillId, id } = await aDrill("slack");

  await confirmDrill(signId(id), null, tuesday);
  await endDrills(wednesday);

  expect(await listEnds(drillId)).toEqual([]);
});

test("a message that a person sends again is ended again", async () => {
  const { drillId, id } = await aDrill();
  await endDrills(wednesday);
  await db.delivery.update({ where: { id }, data: { acceptedAt: null, gaveUpAt: null } });
  await endDrills(wednesday);
  expect(await db.delivery.findUnique({ where: { id } })).toMatchObject({ gaveUpAt: null });
  await db.delivery.update({ where: { id }, data: { acceptedAt: new Date(Date.now() + 1_000) } });

  await endDrills(wednesday);

  expect(await listEnds(drillId)).toHaveLength(2);
});

test("what was never tried is no longer sent, and what was tried is ended, because the pager may know it", async () => {
  const untried = await aDrill("pagerduty", { attempts: 0 });
  const tried = await aDrill("pagerduty", { attempts: 1 });

  await endDrills(wednesday);

  const given = { gaveUpAt: expect.any(Date), supersededAt: expect.any(Date) };
  expect(await db.delivery.findUnique({ where: { id: untried.id } })).toMatchObject(given);
  expect(await db.delivery.findUnique({ where: { id: tried.id } })).toMatchObject(given);
  expect(await listEnds(untried.drillId)).toEqual([]);
  expect(await listEnds(tried.drillId)).toHaveLength(1);
});

test("a pager that is switched off is notified once it is on again", async () => {
  const { caseId, channelId, drillId } = await aDrill();
  await disableChannel(caseId, channelId, ACTOR);
  await endDrills(wednesday);
  expect(await listEnds(drillId)).toMatchObject([{ gaveUpAt: expect.any(Date) }]);
  await db.delivery.updateMany({
    where: { drillId, event: "drill_ended" },
    data: { createdAt: new Date(Date.now() - 3 * DAY_MS) },
  });

  await enableChannel(caseId, channelId, ACTOR);

  expect(await listEnds(drillId)).toMatchObject([{ gaveUpAt: null }]);
});
