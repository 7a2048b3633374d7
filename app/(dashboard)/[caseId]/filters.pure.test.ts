import { expect, test } from "vitest";
import { buildListUrl, parseQuery } from "./filters";

test("a query that was parsed is written back unchanged", () => {
  const query = {
    status: "failed",
    tag: ["critical", "a&b"],
    q: "back up",
    sort: "-name",
    group: "tag",
    after: "WyJ4Il0",
  };
  const { view, cursor } = parseQuery(query);

  expect(buildListUrl("case", view, cursor)).toBe(
    "/case?status=failed&tag=critical&tag=a%26b&q=back+up&sort=-name&group=tag&after=WyJ4Il0",
  );
});

test.each([
  ["an unknown status", { status: "fine" }],
  ["an unknown order", { sort: "colour", group: "status" }],
  ["a tag that Postgres cannot store", { tag: "a\0b" }],
  ["an empty value", { status: "", tag: "", q: "  ", after: "" }],
])("%s is ignored", (_, query) => {
  expect(parseQuery(query)).toEqual({
    view: { status: undefined, tags: [], search: "", order: "worst" },
    cursor: {},
  });
});
