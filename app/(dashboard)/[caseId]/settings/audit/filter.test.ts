import { expect, test } from "vitest";
import { buildAuditUrl, parseFilter } from "./filter";

const ID = "01a1fb83-af36-7345-9db8-85689f84cc20";

test("a filter is written to the URL and read from it again", () => {
  const filter = { who: "ada", resource: "webhook", which: "hooks", before: ID } as const;
  const href = buildAuditUrl("/log", filter);

  expect(href).toBe(`/log?who=ada&thing=webhook&which=hooks&before=${ID}`);
  expect(parseFilter(Object.fromEntries(new URLSearchParams(href.split("?")[1])))).toEqual(filter);
});

test("no filter is a URL without a query", () => {
  expect(buildAuditUrl("/log", {})).toBe("/log");
});

test.each([
  ["an unknown kind of resource", { thing: "planet" }],
  ["a list", { who: ["ada", "bob"] }],
  ["a text that Postgres cannot store", { which: "a\0b" }],
  ["an id that is none", { before: "7" }],
  ["a blank", { who: " " }],
])("%s is ignored", (_, search) => {
  expect(parseFilter(search)).toEqual({});
});
