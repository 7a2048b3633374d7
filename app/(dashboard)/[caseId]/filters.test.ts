import { expect, test } from "vitest";
import { hrefOf, viewIn } from "./filters";

test("what an address says is what the address of it says", () => {
  const search = { status: "failed", tag: ["critical", "a&b"], q: "back up", sort: "name", after: "WyJ4Il0" };
  const { view, place } = viewIn(search);

  expect(hrefOf("case", view, place)).toBe(
    "/case?status=failed&tag=critical&tag=a%26b&q=back+up&sort=name&after=WyJ4Il0",
  );
});

test.each([
  ["an unknown status", { status: "fine" }],
  ["an unknown order", { sort: "colour" }],
  ["a tag that cannot be", { tag: "a\0b" }],
  ["empty values", { status: "", tag: "", q: "  ", after: "" }],
])("%s narrows nothing", (_, search) => {
  expect(viewIn(search)).toEqual({
    view: { status: undefined, tags: [], search: "", order: "worst" },
    place: {},
  });
});
