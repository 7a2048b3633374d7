import { expect, test } from "vitest";
import { parseQuery } from "./filters";
import { columnSorts, orderChoices, toggleColumn } from "./sorting";

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
  const choices = (query: Record<string, string>) => orderChoices(parseQuery(query).view);
  expect(choices({})).toEqual(["worst", "due", "latest", "name", "interval", "newest"]);
  expect(choices({ sort: "-due" })).toContain("-due");
  expect(choices({ column: "p95" })).toEqual([...choices({}), "p95"]);
  expect(choices({ sort: "-longest" })).toContain("-longest");
});

test("a column is turned on and off, and a list that was sorted by it has the worst first again", () => {
  const { view } = parseQuery({ tag: "db", column: "p95", sort: "-p95" });
  expect(toggleColumn(view, "duration")).toEqual({ ...view, columns: ["duration", "p95"] });
  expect(toggleColumn(view, "p95")).toEqual({ ...view, columns: [], order: "worst" });
  expect(toggleColumn({ ...view, order: "name" }, "p95").order).toBe("name");
});
