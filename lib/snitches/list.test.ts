import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/rules/durations";
import { requestCheckIn } from "@/testing/check-in-request";
import { aCase, anIncident, aRun, aSnitch } from "@/testing/factories";
import {
  countGroups,
  countMatching,
  countStatuses,
  type ListFilters,
  listSnitchPage,
  PAGE_SIZE,
  summarizeSnitches,
} from "./list";
import { ORDERS, type Order } from "./list-order";

const monday = new Date("2026-03-09T00:00Z");
const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const NO_FILTERS: ListFilters = { tags: [], search: "" };

const listNames = async (caseId: string, filters: Partial<ListFilters>, order?: Order) =>
  (await listSnitchPage(caseId, { ...NO_FILTERS, ...filters }, order)).snitches.map(({ name }) => name);

async function aBusyCase() {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "new", status: "pending" });
  await aSnitch({ caseId, name: "on hold", status: "paused", tags: ["db"] });
  await aSnitch({ caseId, name: "fine", status: "healthy", deadline: thursday, tags: ["db", "eu"] });
  await aSnitch({ caseId, name: "due soon", status: "healthy", deadline: wednesday });
  await aSnitch({ caseId, name: "broken", status: "errored", tags: ["db"] });
  await aSnitch({ caseId, name: "100% gone_", status: "failed", tags: ["eu"] });
  await aSnitch({ name: "of another case", status: "failed" });
  return caseId;
}

test("by default the worst snitches come first, then those in trouble the longest, then by name, whatever is due next", async () => {
  const caseId = await aBusyCase();
  await aSnitch({ caseId, name: "missing", status: "failed", deadline: wednesday, missingSince: wednesday });
  await aSnitch({ caseId, name: "overdue", status: "failed", deadline: thursday, missingSince: tuesday });
  const failing = await aSnitch({ caseId, name: "failing", status: "errored", deadline: thursday });
  await anIncident({ snitch: failing, openedAt: tuesday });
  const ended = { openedAt: monday, closedAt: tuesday, closedBy: "reported" } as const;
  const backup = await aSnitch({ caseId, name: "backup", status: "errored", deadline: wednesday });
  for (const given of [ended, { openedAt: wednesday }]) await anIncident({ snitch: backup, ...given });
  expect(await listNames(caseId, {})).toEqual([
    "overdue",
    "missing",
    "100% gone_",
    "failing",
    "backup",
    "broken",
    "due soon",
    "fine",
    "on hold",
    "new",
  ]);
});

test("a list contains the snitches that match every filter", async () => {
  const caseId = await aBusyCase();

  expect(await listNames(caseId, { status: "healthy" })).toEqual(["due soon", "fine"]);
  expect(await listNames(caseId, { tags: ["db", "eu"] })).toEqual(["fine"]);
  expect(await listNames(caseId, { search: "DUE" })).toEqual(["due soon"]);
  expect(await listNames(caseId, { search: "0% gone_" })).toEqual(["100% gone_"]);
  expect(await listNames(caseId, { status: "paused", tags: ["eu"] })).toEqual([]);
  expect(await countMatching(caseId, { ...NO_FILTERS, tags: ["db", "eu"] })).toBe(1);
});

test("what is wrong is missing or errored, and the counts of each status are those of the other filters", async () => {
  const caseId = await aBusyCase();
  expect(await listNames(caseId, { status: "wrong" })).toEqual(["100% gone_", "broken"]);
  expect(await listNames(caseId, { status: "wrong", tags: ["db"] })).toEqual(["broken"]);
  const countIn = (tags: string[], search: string) =>
    countStatuses(caseId, { status: "wrong", tags, search }, wednesday);
  expect(await countIn(["db"], "")).toEqual({
    counts: { failed: 0, errored: 1, healthy: 1, paused: 1, pending: 0 },
    late: 0,
  });
  expect(await countIn([], "due")).toMatchObject({ counts: { healthy: 1, failed: 0 }, late: 1 });
});

test("each order starts with the snitch that its name promises", async () => {
  const caseId = await aBusyCase();

  expect((await listNames(caseId, {}, "name")).slice(0, 2)).toEqual(["100% gone_", "broken"]);
  await aSnitch({ caseId, name: "overdue", status: "failed", deadline: thursday, missingSince: tuesday });
  expect((await listNames(caseId, {}, "due"))[0]).toBe("overdue");
  expect((await listNames(caseId, {}, "latest")).at(-1)).toBe("new");
  await aSnitch({ caseId, name: "created last", createdAt: thursday });
  expect((await listNames(caseId, {}, "newest"))[0]).toBe("created last");
});

test("a reversed order starts where the order ends, but what is not due stays last", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "b", status: "healthy", deadline: thursday, interval: "weekly" });
  await aSnitch({ caseId, name: "a", status: "failed", deadline: wednesday, interval: "5_minute" });
  await aSnitch({ caseId, name: "c", interval: "hourly" });

  expect(await listNames(caseId, {}, "-name")).toEqual(["c", "b", "a"]);
  expect(await listNames(caseId, {}, "-worst")).toEqual(["c", "b", "a"]);
  expect(await listNames(caseId, {}, "interval")).toEqual(["a", "c", "b"]);
  expect(await listNames(caseId, {}, "-interval")).toEqual(["b", "c", "a"]);
  expect(await listNames(caseId, {}, "-latest")).toEqual(["c", "a", "b"]);
  expect(await listNames(caseId, {}, "due")).toEqual(["a", "b", "c"]);
  expect(await listNames(caseId, {}, "-due")).toEqual(["b", "a", "c"]);
});

test("by duration or p95 the longest come first, or the shortest, and snitches without runs last", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "no runs" });
  const [steady, growing, quick] = await Promise.all(
    ["steady", "growing", "quick"].map((name) => aSnitch({ caseId, name })),
  );
  const runs = [
    [steady, [60_000, 60_000]],
    [growing, [1_000.25, 90_000]],
    [quick, [2_000, 500]],
  ] as const;
  for (const [snitch, durations] of runs) {
    for (const [i, durationMs] of durations.entries()) {
      await aRun({ snitchId: snitch?.id ?? "", at: i === 0 ? tuesday : wednesday, durationMs });
    }
  }

  expect(await listNames(caseId, {}, "longest")).toEqual(["growing", "steady", "quick", "no runs"]);
  expect(await listNames(caseId, {}, "-longest")).toEqual(["quick", "steady", "growing", "no runs"]);
  expect(await listNames(caseId, {}, "p95")).toEqual(["growing", "steady", "quick", "no runs"]);
  expect(await listNames(caseId, {}, "-p95")).toEqual(["quick", "steady", "growing", "no runs"]);
  const first = await listSnitchPage(caseId, NO_FILTERS, "p95", {}, null, 2);
  const second = await listSnitchPage(caseId, NO_FILTERS, "p95", { after: first.next ?? "" }, null, 2);
  expect(second.snitches.map(({ name }) => name)).toEqual(["quick", "no runs"]);
});

const listByTag = async (caseId: string, prefix = "", order?: Order, filters: Partial<ListFilters> = {}) =>
  (
    await listSnitchPage(caseId, { ...NO_FILTERS, ...filters }, order, {}, { by: "tag", prefix })
  ).snitches.map(({ group, name }) => [group, name]);

test("a list by tag has a snitch once, under its first tag, and equal groups in the order of the alphabet, without a tag last", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "untagged" });
  await aSnitch({ caseId, name: "one", tags: ["eu", "db"] });
  await aSnitch({ caseId, name: "two", tags: ["db"] });
  await aSnitch({ caseId, name: "three", tags: ["Db", "eu"] });
  await aSnitch({ caseId, name: "four", tags: ["db", "eu"] });

  expect(await listByTag(caseId, "", "-name")).toEqual([
    ["Db", "three"],
    ["db", "two"],
    ["db", "four"],
    ["eu", "one"],
    [null, "untagged"],
  ]);
  expect(await countGroups(caseId, NO_FILTERS, { by: "tag", prefix: "" }, ["db", "eu"])).toEqual(
    new Map([
      ["db", { count: 2, failed: 0, errored: 0 }],
      ["eu", { count: 1, failed: 0, errored: 0 }],
      ["", { count: 1, failed: 0, errored: 0 }],
    ]),
  );
});

test("a list in groups of environments has each snitch under its own, and a filter leaves those of others out", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "one", environment: "production", tags: ["db"], status: "failed" });
  await aSnitch({ caseId, name: "two", environment: "production" });
  await aSnitch({ caseId, name: "three", environment: "Production" });
  await aSnitch({ caseId, name: "four", tags: ["production"] });
  await aSnitch({ name: "of another case", environment: "production" });
  const groups = { by: "environment" } as const;

  const { snitches } = await listSnitchPage(caseId, NO_FILTERS, "worst", {}, groups);
  expect(snitches.map(({ group, name }) => [group, name])).toEqual([
    ["production", "one"],
    ["production", "two"],
    ["Production", "three"],
    [null, "four"],
  ]);
  expect(await countGroups(caseId, NO_FILTERS, groups, ["production"])).toEqual(
    new Map([
      ["production", { count: 2, failed: 1, errored: 0 }],
      ["", { count: 1, failed: 0, errored: 0 }],
    ]),
  );
  const filters = { ...NO_FILTERS, environment: "production" };
  expect(await listNames(caseId, filters, "name")).toEqual(["one", "two"]);
  expect((await countStatuses(caseId, filters, tuesday)).counts).toMatchObject({ failed: 1, pending: 1 });
  expect(await countMatching(caseId, filters)).toBe(2);
  expect((await summarizeSnitches(caseId, tuesday)).environments).toEqual(["production", "Production"]);
});

test("a list in groups of machines has each snitch under that of its latest run", async () => {
  const { id: caseId } = await aCase();
  const ran = async (name: string, ...hosts: string[]) => {
    const { token } = await aSnitch({ caseId, name });
    for (const [i, host] of hosts.entries())
      await requestCheckIn(`/${token}?s=0&host=${host}`, new Date(tuesday.getTime() + i * HOUR_MS));
  };
  await ran("one", "db7");
  await ran("two", "db7", "db8");
  await ran("three");
  const groups = { by: "machine" } as const;

  const { snitches } = await listSnitchPage(caseId, NO_FILTERS, "name", {}, groups);
  expect(new Set(snitches.map(({ group, name }) => `${name} on ${group}`))).toEqual(
    new Set(["one on db7", "two on db8", "three on null"]),
  );
  expect(await countGroups(caseId, NO_FILTERS, groups, ["db7"])).toEqual(
    new Map([
      ["db7", { count: 1, failed: 0, errored: 0 }],
      ["", { count: 1, failed: 0, errored: 0 }],
    ]),
  );
});

test("the group with the worst snitch comes first, whatever its name, also the one without a tag", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "fine", status: "healthy", tags: ["a"] });
  await aSnitch({ caseId, name: "paused", status: "paused", tags: ["b"] });
  await aSnitch({ caseId, name: "also fine", status: "healthy", tags: ["z"] });
  await aSnitch({ caseId, name: "missing", status: "failed", tags: ["z"] });
  await aSnitch({ caseId, name: "errored", status: "errored" });

  expect(await listByTag(caseId)).toEqual([
    ["z", "missing"],
    ["z", "also fine"],
    [null, "errored"],
    ["a", "fine"],
    ["b", "paused"],
  ]);
  // The other snitches of a group do not count where a filter leaves them out.
  expect(await listByTag(caseId, "", "name", { status: "healthy" })).toEqual([
    ["a", "fine"],
    ["z", "also fine"],
  ]);
  expect(await countGroups(caseId, NO_FILTERS, { by: "tag", prefix: "" }, ["z"])).toEqual(
    new Map([
      ["z", { count: 2, failed: 1, errored: 0 }],
      ["", { count: 1, failed: 0, errored: 1 }],
    ]),
  );
});

test("with a prefix, a snitch is in the group of its first tag that begins with it, and the others are in one", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, name: "one", tags: ["db", "env:staging", "env:production"] });
  await aSnitch({ caseId, name: "two", tags: ["env:production"] });
  await aSnitch({ caseId, name: "three", tags: ["db", "my-env:x"] });
  await aSnitch({ caseId, name: "four" });

  expect(await listByTag(caseId, "env:", "name")).toEqual([
    ["env:production", "two"],
    ["env:staging", "one"],
    [null, "four"],
    [null, "three"],
  ]);
  // A prefix is not a pattern.
  expect(await listByTag(caseId, "%", "name", { search: "o" })).toEqual([
    [null, "four"],
    [null, "one"],
    [null, "two"],
  ]);
});

async function aLongCase() {
  const { id: caseId } = await aCase();
  const status = ["healthy", "pending", "failed"] as const;
  const tags = [["db", "eu"], ["eu"], [], ["us"]];
  await Promise.all(
    Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, i) =>
      aSnitch({ caseId, name: `job ${i % 7}`, status: status[i % 3], tags: tags[i % 4] }),
    ),
  );
  return caseId;
}

const GROUPINGS = [undefined, { by: "tag", prefix: "" }] as const;

test.each(ORDERS)(
  "pages in the order “%s” show every snitch once, forwards and backwards, also by tag",
  async (order) => {
    const caseId = await aLongCase();
    for (const grouping of GROUPINGS) {
      const page = (cursor = {}) => listSnitchPage(caseId, NO_FILTERS, order, cursor, grouping);
      const first = await page();
      const second = await page({ after: first.next ?? "" });
      const third = await page({ after: second.next ?? "" });

      expect([first.previous, third.next]).toEqual([null, null]);
      const all = [first, second, third].flatMap(({ snitches }) => snitches);
      expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([
        2 * PAGE_SIZE + 1,
        2 * PAGE_SIZE + 1,
      ]);
      const groups = all.map(({ group }) => group);
      expect(groups.filter((group, i) => i === 0 || group !== groups[i - 1])).toHaveLength(grouping ? 4 : 1);
      expect(await page({ before: third.previous ?? "" })).toEqual(second);
      expect(await page({ before: second.previous ?? "" })).toEqual(first);
    }
  },
);

const buildCursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString("base64url");

test.each([
  ["a malformed cursor", "nonsense"],
  ["a cursor of another order", buildCursor(["job", "01a1fb83-af36-7345-9db8-85689f84cc20"])],
  [
    "a cursor with an infinite number",
    buildCursor(["0", "1e999", "job", "01a1fb83-af36-7345-9db8-85689f84cc20"]),
  ],
  [
    "a cursor with text that Postgres cannot store",
    buildCursor(["0", "1", "a\0b", "01a1fb83-af36-7345-9db8-85689f84cc20"]),
  ],
  [
    "a cursor with an unpaired surrogate",
    buildCursor(["0", "1", "\ud800", "01a1fb83-af36-7345-9db8-85689f84cc20"]),
  ],
])("%s gives the first page", async (_, after) => {
  const caseId = await aBusyCase();

  expect(await listSnitchPage(caseId, NO_FILTERS, "worst", { after })).toEqual(
    await listSnitchPage(caseId, NO_FILTERS),
  );
});

test("every status is counted, with the healthy ones that are late, and a tag has the worst status of its snitches", async () => {
  const caseId = await aBusyCase();

  expect(await summarizeSnitches(caseId, wednesday)).toEqual({
    counts: { pending: 1, healthy: 2, failed: 1, errored: 1, paused: 1 },
    late: 1,
    environments: [],
    tags: [
      { tag: "db", worst: "errored" },
      { tag: "eu", worst: "failed" },
    ],
  });
});
