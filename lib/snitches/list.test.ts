import { expect, test } from "vitest";
import { aCase, aSnitch } from "@/lib/testing/factories";
import { countByStatus, listPage, listTags, type Narrowing } from "./list";

const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const all: Narrowing = { tags: [], search: "" };

const namesOf = async (caseId: string, narrowing: Partial<Narrowing>, page = 1) =>
  (await listPage(caseId, { ...all, ...narrowing }, page)).snitches.map(({ name }) => name);

async function aBusyCase() {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "new", status: "pending" });
  await aSnitch({ caseId, name: "resting", status: "paused", tags: ["db"] });
  await aSnitch({ caseId, name: "fine", status: "healthy", deadline: thursday, tags: ["db", "eu"] });
  await aSnitch({ caseId, name: "due soon", status: "healthy", deadline: wednesday });
  await aSnitch({ caseId, name: "broken", status: "errored", tags: ["db"] });
  await aSnitch({ caseId, name: "100% gone_", status: "failed", tags: ["eu"] });
  await aSnitch({ name: "somebody else’s", status: "failed" });
  return caseId;
}

test("the worst come first, then those that are due soonest", async () => {
  expect(await namesOf(await aBusyCase(), {})).toEqual([
    "100% gone_",
    "broken",
    "due soon",
    "fine",
    "resting",
    "new",
  ]);
});

test("filters leave what matches all of them", async () => {
  const caseId = await aBusyCase();

  expect(await namesOf(caseId, { status: "healthy" })).toEqual(["due soon", "fine"]);
  expect(await namesOf(caseId, { tags: ["db", "eu"] })).toEqual(["fine"]);
  expect(await namesOf(caseId, { search: "DUE" })).toEqual(["due soon"]);
  expect(await namesOf(caseId, { search: "0% gone_" })).toEqual(["100% gone_"]);
  expect(await namesOf(caseId, { status: "paused", tags: ["eu"] })).toEqual([]);
});

test("pages hold fifty, and know how many there are", async () => {
  const { id: caseId } = await aCase();
  for (let i = 0; i < 51; i++) await aSnitch({ caseId, name: String(i).padStart(3, "0") });

  expect(await listPage(caseId, all, 1)).toMatchObject({ found: 51, snitches: { length: 50 } });
  expect(await namesOf(caseId, {}, 2)).toEqual(["050"]);
});

test("every status is counted, and a tag carries the worst of its snitches", async () => {
  const caseId = await aBusyCase();

  expect(await countByStatus(caseId)).toEqual({ pending: 1, healthy: 2, failed: 1, errored: 1, paused: 1 });
  expect(await listTags(caseId)).toEqual([
    { tag: "db", worst: "errored" },
    { tag: "eu", worst: "failed" },
  ]);
});
