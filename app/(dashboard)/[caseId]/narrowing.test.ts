import { expect, test } from "vitest";
import { hrefOf, narrowingIn } from "./narrowing";

test("what an address says is what the address of it says", () => {
  const search = { status: "failed", tag: ["critical", "a&b"], q: "back up", page: "3" };
  const { narrowing, page } = narrowingIn(search);

  expect(hrefOf("case", narrowing, page)).toBe("/case?status=failed&tag=critical&tag=a%26b&q=back+up&page=3");
});

test.each([
  ["an unknown status", { status: "fine" }],
  ["a page that is no number", { page: "x" }],
  ["a page before the first", { page: "-1" }],
  ["empty values", { status: "", tag: "", q: "  " }],
])("%s narrows nothing", (_, search) => {
  expect(narrowingIn(search)).toEqual({ narrowing: { status: undefined, tags: [], search: "" }, page: 1 });
});
