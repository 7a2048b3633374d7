import { expect, test } from "vitest";
import { parseQuery } from "./filters";
import { columnSorts, orderChoices } from "./sorting";

const parseSorts = (query: Record<string, string>) => columnSorts("case", parseQuery(query).view);

test("a heading sorts by its column, and a second press reverses the order; filters stay", () => {
  expect(parseSorts({ tag: "db" }).name).toEqual({ href: "/case?tag=db&sort=name", direction: undefined });
  expect(parseSorts({ tag: "db", sort: "name" }).name).toEqual({
    href: "/case?tag=db&sort=-name",
    direction: "ascending",
  });
  expect(parseSorts({ sort: "-name" }).name).toEqual({ href: "/case?sort=name", direction: "descending" });
});

test("the list is sorted by status unless a person chose another column", () => {
  expect(parseSorts({}).status).toEqual({ href: "/case?sort=-worst", direction: "descending" });
  expect(parseSorts({ sort: "due" }).status).toEqual({ href: "/case", direction: undefined });
});

test("the menu offers a reversed order only while the list has it", () => {
  expect(orderChoices("worst")).toEqual(["worst", "due", "latest", "name", "interval", "newest"]);
  expect(orderChoices("-due")).toContain("-due");
});
