import { expect, test } from "vitest";
import { buildListUrl, buildSlotUrl, listUnknownFilters, parseQuery, parseSlot, type Query } from "./filters";

test("a query that was parsed is written back unchanged", () => {
  const query = {
    status: "failed",
    tag: ["critical", "a&b"],
    environment: "eu & us",
    host: "db7",
    q: "back up",
    sort: "-name",
    column: ["duration", "p95"],
    group: "tag",
    prefix: "env:",
    after: "WyJ4Il0",
  };
  const { view, cursor } = parseQuery(query);

  expect(buildListUrl("case", view, cursor)).toBe(
    "/case?status=failed&tag=critical&tag=a%26b&environment=eu+%26+us&host=db7&q=back+up&sort=-name&column=duration&column=p95&group=tag&prefix=env%3A&after=WyJ4Il0",
  );
});

test.each(["environment", "machine"])("groups by %s have no prefix", (by) => {
  const { view } = parseQuery({ group: by, prefix: "env:" });
  expect(view.group).toEqual({ by });
  expect(buildListUrl("case", view)).toBe(`/case?group=${by}`);
});

test("the timeline keeps the filters, its range and its place in the list, and leaves out what is the default", () => {
  const query = { status: "failed", tag: "db7", view: "timeline", range: "7d", after: "WyJ4Il0" };
  const { view, cursor } = parseQuery(query);
  expect(buildListUrl("case", view, cursor)).toBe(
    "/case?status=failed&tag=db7&view=timeline&range=7d&after=WyJ4Il0",
  );
  expect(buildSlotUrl("case", view, new Date("2026-03-10T03:00Z"))).toBe(
    "/case?status=failed&tag=db7&view=timeline&range=7d&at=2026-03-10T03%3A00%3A00.000Z",
  );
  expect(buildListUrl("case", parseQuery({ view: "timeline", range: "2y" }).view)).toBe(
    "/case?view=timeline",
  );
  expect(buildListUrl("case", parseQuery({ range: "7d" }).view)).toBe("/case");
});

test("a chosen time is an instant, or none", () => {
  expect(parseSlot({ at: "2026-03-10T03:00:00.000Z" })).toEqual(new Date("2026-03-10T03:00Z"));
  expect(parseSlot({ at: "tomorrow" })).toBeNull();
  expect(parseSlot({ at: ["a", "b"] })).toBeNull();
  expect(parseSlot({})).toBeNull();
});

test.each([
  ["an unknown status", { status: "fine" }],
  ["an unknown order", { sort: "colour", group: "status", column: "size", prefix: "env:" }],
  ["an unknown view", { view: "calendar", range: "24h" }],
  ["a tag that Postgres cannot store", { tag: "a\0b" }],
  ["an empty value", { status: "", tag: "", environment: "\0 ", q: "  ", after: "" }],
])("%s is ignored", (_, query) => {
  expect(parseQuery(query)).toEqual({
    view: { status: undefined, tags: [], search: "", order: "worst", columns: [] },
    cursor: {},
  });
});

test.each(["missing", "failed", "Missing"])("a list of ?status=%s has the missing snitches", (status) => {
  expect(parseQuery({ status }).view.status).toBe("failed");
  expect(listUnknownFilters({ status })).toEqual([]);
});

test("a list of what is wrong keeps its filter in the URL", () => {
  const { view } = parseQuery({ status: "wrong" });
  expect(view.status).toBe("wrong");
  expect(buildListUrl("case", view)).toBe("/case?status=wrong");
});

test.each<[Query, string[]]>([
  [{ status: "fine" }, ["Unknown status “fine”: use wrong, missing, errored, healthy, paused or pending."]],
  [
    { status: ["errored", "down"], tags: "critical" },
    [
      "Unknown status “down”: use wrong, missing, errored, healthy, paused or pending.",
      "Unknown filter “tags”: use status, tag, environment, host or q.",
    ],
  ],
  [
    { status: "x".repeat(50) },
    [`Unknown status “${"x".repeat(40)}…”: use wrong, missing, errored, healthy, paused or pending.`],
  ],
  [
    {
      status: "",
      tag: "a",
      environment: "eu",
      q: "b",
      sort: "name",
      column: "p95",
      group: "tag",
      prefix: "a",
      after: "c",
      utm_source: "mail",
      _rsc: "1",
    },
    [],
  ],
])("an unknown filter says so: %j", (query, sentences) => {
  expect(listUnknownFilters(query)).toEqual(sentences);
});
