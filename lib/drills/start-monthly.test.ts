import { afterEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { DrillPlan } from "@/lib/rules/notifications/monthly-drill";
import { ACTOR, aCase, aWebhook } from "@/testing/factories";
import { findPlan, savePlan } from "./plan";
import { startDrill } from "./start";
import { nextMonthlyDrillAt, startMonthlyDrills } from "./start-monthly";

afterEach(() => db.case.deleteMany());

const february = new Date("2026-02-10T12:00Z");
// A Monday, because the month begins on a Sunday.
const monday = new Date("2026-03-02T10:00Z");
const later = (ms: number) => new Date(monday.getTime() + ms);
const FIRST_WEEKDAY: DrillPlan = { day: 0, hour: 10, zone: "UTC" };
const april = new Date("2026-04-01T10:00Z");

async function aPlannedCase({ channel = true } = {}) {
  const { id: caseId } = await aCase();
  if (channel) await aWebhook({ caseId, url: "http://127.0.0.1:9/hook" });
  await savePlan(caseId, FIRST_WEEKDAY, ACTOR, february);
  return caseId;
}

const listDrills = (caseId: string) => db.drill.findMany({ where: { caseId }, orderBy: { id: "asc" } });

test("a planned drill starts once, at its time, and the next one is a month later", async () => {
  const caseId = await aPlannedCase();
  expect((await findPlan(caseId))?.nextAt).toEqual(monday);
  expect(await nextMonthlyDrillAt()).toEqual(monday);

  await startMonthlyDrills(later(-1));
  expect(await listDrills(caseId)).toEqual([]);
  await startMonthlyDrills(monday);
  await startMonthlyDrills(later(MINUTE_MS));

  const [drill, ...more] = await listDrills(caseId);
  expect(more).toEqual([]);
  expect(drill).toMatchObject({ startedBy: "the monthly plan", startedAt: monday });
  expect(await db.delivery.findMany({ where: { drillId: drill?.id } })).toMatchObject([{ event: "drill" }]);
  expect(await findPlan(caseId)).toMatchObject({ nextAt: april, lastMonth: "2026-03", skippedAt: null });
  expect(await nextMonthlyDrillAt()).toEqual(april);
  expect(await db.auditEvent.findFirst({ where: { caseId, action: "drill.started" } })).toMatchObject({
    actorKind: "tattle",
    actorName: "Tattle",
  });
});

test("several workers at once start one drill", async () => {
  const caseId = await aPlannedCase();

  await Promise.all([1, 2, 3, 4, 5].map((n) => startMonthlyDrills(later(n))));

  expect(await listDrills(caseId)).toHaveLength(1);
});

test("a worker that was down starts it up to a day late", async () => {
  const caseId = await aPlannedCase();

  await startMonthlyDrills(later(DAY_MS));

  expect(await listDrills(caseId)).toMatchObject([{ startedAt: later(DAY_MS) }]);
  expect((await findPlan(caseId))?.nextAt).toEqual(april);
});

test("later than that it is skipped, and the case sees when and why", async () => {
  const caseId = await aPlannedCase();

  await startMonthlyDrills(later(DAY_MS + 1));

  expect(await listDrills(caseId)).toEqual([]);
  expect(await findPlan(caseId)).toMatchObject({ nextAt: april, skippedAt: monday, skipReason: "late" });
  expect(await db.auditEvent.findFirst({ where: { caseId, action: "drill.skipped" } })).toMatchObject({
    facts: { reason: "no Tattle worker ran within a day of it" },
  });

  // What was skipped is no longer said once another one has started.
  await startMonthlyDrills(april);
  expect(await listDrills(caseId)).toHaveLength(1);
  expect(await findPlan(caseId)).toMatchObject({ skippedAt: null, skipReason: null });
});

test("after months without a worker the next one is the first that is not over", async () => {
  const caseId = await aPlannedCase();

  await startMonthlyDrills(new Date("2026-06-01T09:00Z"));

  expect(await findPlan(caseId)).toMatchObject({ skippedAt: monday, nextAt: new Date("2026-06-01T10:00Z") });
});

test("a case on hold, and one with no one to notify, skip theirs, and others are started", async () => {
  const held = await aPlannedCase();
  await db.case.update({ where: { id: held }, data: { onHoldAt: february } });
  const empty = await aPlannedCase({ channel: false });
  const usual = await aPlannedCase();

  await startMonthlyDrills(monday);

  expect(await findPlan(held)).toMatchObject({ skipReason: "on_hold", nextAt: april });
  expect(await findPlan(empty)).toMatchObject({ skipReason: "nobody", nextAt: april });
  expect(await listDrills(held)).toEqual([]);
  expect(await listDrills(empty)).toEqual([]);
  expect(await listDrills(usual)).toHaveLength(1);
});

test("after a drill that a person has started it waits for ten minutes, and is not skipped", async () => {
  const caseId = await aPlannedCase();
  await startDrill(caseId, ACTOR, later(-3 * MINUTE_MS));

  await startMonthlyDrills(monday);
  expect(await listDrills(caseId)).toHaveLength(1);
  await startMonthlyDrills(later(7 * MINUTE_MS));
  expect(await listDrills(caseId)).toHaveLength(2);
});

test("the hour is that of the clocks of the zone, before and after they change", async () => {
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: "http://127.0.0.1:9/hook" });
  await savePlan(caseId, { ...FIRST_WEEKDAY, zone: "Europe/Berlin" }, ACTOR, february);
  expect((await findPlan(caseId))?.nextAt).toEqual(later(-HOUR_MS));

  await startMonthlyDrills(later(-HOUR_MS));

  expect((await findPlan(caseId))?.nextAt).toEqual(new Date("2026-04-01T08:00Z"));
});

test("a plan that is changed, or switched off and on, gives a month no second drill", async () => {
  const caseId = await aPlannedCase();
  await startMonthlyDrills(monday);

  await savePlan(caseId, { ...FIRST_WEEKDAY, day: 5 }, ACTOR, later(HOUR_MS));
  expect((await findPlan(caseId))?.nextAt).toEqual(new Date("2026-04-03T10:00Z"));
  await savePlan(caseId, null, ACTOR, later(HOUR_MS));
  expect((await findPlan(caseId))?.nextAt).toBeNull();
  await startMonthlyDrills(april);
  await savePlan(caseId, FIRST_WEEKDAY, ACTOR, later(2 * HOUR_MS));
  expect((await findPlan(caseId))?.nextAt).toEqual(april);

  expect(await listDrills(caseId)).toHaveLength(1);
  const events = await db.auditEvent.findMany({
    where: { caseId, action: "drill.planned" },
    orderBy: { id: "asc" },
  });
  const sentence = "first weekday of the month, 10:00, UTC";
  expect(events.map(({ facts }) => facts)).toEqual([
    { plan: { from: "off", to: sentence } },
    { plan: { from: sentence, to: "first Friday of the month, 10:00, UTC" } },
    { plan: { from: "first Friday of the month, 10:00, UTC", to: "off" } },
    { plan: { from: "off", to: sentence } },
  ]);
});

test("saving the same plan again changes nothing, even while it is due", async () => {
  const caseId = await aPlannedCase();

  await savePlan(caseId, FIRST_WEEKDAY, ACTOR, later(MINUTE_MS));

  expect((await findPlan(caseId))?.nextAt).toEqual(monday);
});

test("a plan is deleted with its case, and no one is notified anymore", async () => {
  const caseId = await aPlannedCase();
  await db.case.delete({ where: { id: caseId } });

  await startMonthlyDrills(monday);

  expect(await findPlan(caseId)).toBeNull();
});
