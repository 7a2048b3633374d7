import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/testing/factories";
import { listMaintenanceWindows } from "./covering";

const at = (text: string) => new Date(`2026-03-${text}Z`);
const ONCE = { startsAt: at("10T01:00"), endsAt: at("10T03:00") };

const listNames = async (snitches: { id: string; caseId: string }[], from = "10T00:00", to = "11T00:00") => {
  const found = await listMaintenanceWindows(query, snitches, at(from), at(to));
  return snitches.map(({ id }) => found.get(id)?.map(({ name }) => name) ?? null);
};

test("maintenance covers all snitches of its case, those with a tag, or those that are listed", async () => {
  const { id: caseId } = await aCase();
  const tagged = await aSnitch({ caseId, tags: ["database", "nightly"] });
  const listed = await aSnitch({ caseId });
  const other = await aSnitch({ caseId });
  const foreign = await aSnitch({ tags: ["database"] });
  await db.maintenance.create({ data: { caseId, name: "tags", tags: ["x", "database"], ...ONCE } });
  await db.maintenance.create({
    data: { caseId, name: "snitches", snitchIds: [listed.id, foreign.id], ...ONCE },
  });
  expect(await listNames([tagged, listed, other, foreign])).toEqual([["tags"], ["snitches"], null, null]);

  await db.maintenance.create({ data: { caseId, name: "all", coversAll: true, ...ONCE } });
  expect(await listNames([tagged, listed, other, foreign])).toEqual([
    ["tags", "all"],
    ["snitches", "all"],
    ["all"],
    null,
  ]);
});

test("only the windows that overlap the range are found, oldest first", async () => {
  const snitch = await aSnitch();
  const { caseId } = snitch;
  const common = { caseId, coversAll: true };
  await db.maintenance.create({ data: { ...common, name: "once", ...ONCE } });
  const nightly = { schedule: "30 1 * * *", timezone: "UTC", duration: 600 };
  await db.maintenance.create({ data: { ...common, name: "nightly", ...nightly } });

  expect(await listNames([snitch], "10T00:00", "12T00:00")).toEqual([["once", "nightly", "nightly"]]);
  expect(await listNames([snitch], "10T01:40", "10T02:00")).toEqual([["once"]]);
  expect(await listNames([snitch], "10T03:00", "11T01:30")).toEqual([null]);
});

test("a window that was ended early does not cover what comes after", async () => {
  const snitch = await aSnitch();
  const nightly = { schedule: "30 1 * * *", timezone: "UTC", duration: 600, endedEarlyAt: [at("10T01:35")] };
  await db.maintenance.create({
    data: { caseId: snitch.caseId, name: "nightly", coversAll: true, ...nightly },
  });

  expect(await listNames([snitch], "10T01:34", "10T02:00")).toEqual([["nightly"]]);
  expect(await listNames([snitch], "10T01:35", "10T02:00")).toEqual([null]);
});

test("no snitches need no query", async () => {
  expect(await listNames([])).toEqual([]);
});
