import { expect, test } from "vitest";
import { aCase, aSnitch } from "@/lib/testing/factories";
import {
  countByStatus,
  type ListFilters,
  listSnitchPage,
  listTags,
  ORDERS,
  type Order,
  PAGE_SIZE,
} from "./list";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const all: ListFilters = { tags: [], search: "" };

const namesOf = async (caseId: string, narrowing: Partial<ListFilters>, order?: Order) =>
  (await listSnitchPage(caseId, { ...all, ...narrowing }, order)).snitches.map(({ name }) => name);

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

test("each order begins with what it is named for", async () => {
  const caseId = await aBusyCase();

  expect((await namesOf(caseId, {}, "name")).slice(0, 2)).toEqual(["100% gone_", "broken"]);
  await aSnitch({ caseId, name: "overdue", status: "failed", deadline: thursday, missingSince: tuesday });
  expect((await namesOf(caseId, {}, "due"))[0]).toBe("overdue");
  expect((await namesOf(caseId, {}, "latest")).at(-1)).toBe("new");
  await aSnitch({ caseId, name: "youngest", createdAt: thursday });
  expect((await namesOf(caseId, {}, "newest"))[0]).toBe("youngest");
});

async function aLongCase() {
  const { id: caseId } = await aCase();
  const status = ["healthy", "pending", "failed"] as const;
  await Promise.all(
    Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, i) =>
      aSnitch({ caseId, name: `job ${i % 7}`, status: status[i % 3] }),
    ),
  );
  return caseId;
}

test.each(ORDERS)("pages in the order “%s” show every snitch once, forwards and backwards", async (order) => {
  const caseId = await aLongCase();
  const first = await listSnitchPage(caseId, all, order);
  const second = await listSnitchPage(caseId, all, order, { after: first.next ?? "" });
  const third = await listSnitchPage(caseId, all, order, { after: second.next ?? "" });

  expect([first.previous, third.next, first.found]).toEqual([null, null, 2 * PAGE_SIZE + 1]);
  const ids = [first, second, third].flatMap(({ snitches }) => snitches.map(({ id }) => id));
  expect(new Set(ids).size).toBe(2 * PAGE_SIZE + 1);
  expect(await listSnitchPage(caseId, all, order, { before: third.previous ?? "" })).toEqual(second);
  expect(await listSnitchPage(caseId, all, order, { before: second.previous ?? "" })).toEqual(first);
});

const cursorOf = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString("base64url");

test.each([
  ["no cursor", "nonsense"],
  ["a cursor of another order", cursorOf(["job", "01a1fb83-af36-7345-9db8-85689f84cc20"])],
  ["a number that is none", cursorOf(["0", "1e999", "job", "01a1fb83-af36-7345-9db8-85689f84cc20"])],
  ["what Postgres cannot keep", cursorOf(["0", "1", "a\0b", "01a1fb83-af36-7345-9db8-85689f84cc20"])],
  ["half a character", cursorOf(["0", "1", "\ud800", "01a1fb83-af36-7345-9db8-85689f84cc20"])],
])("%s is the first page", async (_, after) => {
  const caseId = await aBusyCase();

  expect(await listSnitchPage(caseId, all, "worst", { after })).toEqual(await listSnitchPage(caseId, all));
});

test("every status is counted, and a tag carries the worst of its snitches", async () => {
  const caseId = await aBusyCase();

  expect(await countByStatus(caseId)).toEqual({ pending: 1, healthy: 2, failed: 1, errored: 1, paused: 1 });
  expect(await listTags(caseId)).toEqual([
    { tag: "db", worst: "errored" },
    { tag: "eu", worst: "failed" },
  ]);
});
