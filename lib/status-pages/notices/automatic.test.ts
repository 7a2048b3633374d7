import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { aPage } from "@/testing/status-page";
import { publishAutomatically } from "./automatic";
import { removeNotice } from "./change";
import { listNotices } from "./store";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const AFTER = { publish: "after", publish_after: 900, language: "en" };

/** A page of a case with two jobs, one of which is missing since 03:00. */
async function aPublishingPage(settings: object = AFTER) {
  const { id: caseId } = await aCase();
  const [one, other] = [
    await aSnitch({ caseId, tags: ["db"], name: "Secret job" }),
    await aSnitch({ caseId, tags: ["db"] }),
  ];
  const components = [
    { name: "Backup", snitchId: one.id },
    { name: "Databases", tag: "db" },
  ];
  const page = await aPage(caseId, { settings: { ...settings }, components });
  const incident = await anIncident({ snitch: one, openedAt: at("03:00") });
  const listAt = async (time: string) => {
    // A worker may run late and twice, and two may run at once.
    await Promise.all([publishAutomatically(at(time)), publishAutomatically(at(time))]);
    await publishAutomatically(at(time));
    return listNotices(caseId, {}, at(time));
  };
  return { caseId, one, other, page, incident, listAt };
}

test("nothing is published before its time, and then once, until the job has recovered", async () => {
  const { page, incident, listAt } = await aPublishingPage();
  expect(await listAt("03:14")).toEqual([]);
  const [notice, ...others] = await listAt("03:15");
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    title: "Backup: failed",
    state: "investigating",
    isAutomatic: true,
    affected: [{ component: page.components[0]?.id, impact: "major" }],
    pages: [{ slug: page.slug }],
    updates: [{ text: "A run was missed or failed.", writtenBy: "Tattle" }],
  });
  expect(await listAt("03:40")).toHaveLength(1);

  await db.incident.update({
    where: { id: incident.id },
    data: { closedAt: at("04:00"), closedBy: "reported" },
  });
  const [ended] = await listAt("04:02");
  expect(ended).toMatchObject({
    state: "resolved",
    endedAt: at("04:00"),
    updates: [{}, { text: "This has ended." }],
  });
});

test("jobs of one component that fail together are one notice, which ends with the last of them", async () => {
  const { caseId, other, one, incident, listAt } = await aPublishingPage();
  const third = await aSnitch({ caseId, tags: ["db"] });
  await anIncident({ snitch: other, openedAt: at("03:01") });
  const [first] = (await listAt("03:20")).filter(({ title }) => title === "Databases: failed");
  await anIncident({ snitch: third, openedAt: at("03:10") });
  const notices = await listAt("03:30");
  expect(notices.map(({ title, incidentIds }) => [title, incidentIds.length]).sort()).toEqual([
    ["Backup: failed", 1],
    ["Databases: failed", 2],
  ]);
  await db.incident.updateMany({
    where: { snitchId: { in: [other.id, one.id] } },
    data: { closedAt: at("03:40"), closedBy: "reported" },
  });
  const ended = await listAt("03:45");
  expect(ended.find(({ incidentIds }) => incidentIds[0] === incident.id)).toMatchObject({
    state: "resolved",
  });
  expect(ended.find(({ id }) => id === first?.id)).toMatchObject({ state: "investigating" });
});

test("what people deleted is not published again, and what they resolved stays so", async () => {
  const { caseId, listAt } = await aPublishingPage();
  const [notice] = await listAt("03:20");
  await removeNotice(caseId, notice?.id ?? "", at("03:21"), ACTOR);
  expect(await listAt("03:30")).toEqual([]);
});

test.each([
  ["a page never does unless its settings say so", { publish: "never" }, {}],
  ["maintenance and thresholds hold it back as they hold back alerts", AFTER, { hold: "maintenance" }],
  ["maintenance and thresholds hold it back as they hold back alerts", AFTER, { hold: "threshold" }],
])("%s", async (_, settings, incident) => {
  const page = await aPublishingPage(settings);
  await db.incident.update({ where: { id: page.incident.id }, data: incident });
  expect(await page.listAt("12:00")).toEqual([]);
});

test("a hidden page publishes nothing, nor does one of a case on hold", async () => {
  const page = await aPublishingPage();
  await db.page.update({ where: { id: page.page.id }, data: { visibility: "hidden" } });
  expect(await page.listAt("12:00")).toEqual([]);
  await db.page.update({ where: { id: page.page.id }, data: { visibility: "public" } });
  await db.case.update({ where: { id: page.caseId }, data: { onHoldAt: at("01:00") } });
  expect(await page.listAt("12:00")).toEqual([]);
});

test("subscribers hear of it only if the page says so", async () => {
  for (const [settings, count] of [
    [AFTER, 0],
    [{ ...AFTER, notify_automatic: true }, 1],
  ] as const) {
    const { page, listAt } = await aPublishingPage(settings);
    const subscriber = { pageId: page.id, address: `${page.slug}@example.com`, confirmedAt: at("01:00") };
    await db.pageSubscriber.create({ data: subscriber });
    await listAt("03:20");
    expect(await db.subscriberUpdate.count({ where: { subscriber: { pageId: page.id } } })).toBe(count);
  }
});
