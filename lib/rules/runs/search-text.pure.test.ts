import fc from "fast-check";
import { expect, test } from "vitest";
import { matchingLine, searchText } from "./search-text";

test("of a long output, the line that names a cause and the end are kept", () => {
  const output = `start\ntar: Cannot open: Permission denied\n${"ok\n".repeat(2_000)}done`;
  const text = searchText(output);
  expect(text).toMatch(/^tar: Cannot open: Permission denied\n/);
  expect(text).toMatch(/\ndone$/);
  expect(text).not.toContain("start");
  const long = `fatal: ${"x".repeat(500)}\n${"ok\n".repeat(2_000)}`;
  expect(searchText(long).split("\n")[0]).toHaveLength(300);
});

test("of a short one, all is kept, and of any at most 2,301 characters that Postgres can store", () => {
  expect(searchText("error: a\nb")).toBe("error: a\nb");
  const output = fc.string({ unit: "binary", maxLength: 6_000 });
  fc.assert(
    fc.property(output, fc.boolean(), (text, hasCause) => {
      const kept = searchText(hasCause ? `fatal ${text}` : text);
      expect(kept.length).toBeLessThanOrEqual(2_301);
      expect(kept.isWellFormed()).toBe(true);
    }),
  );
});

test.each([
  ["a\ndisk is Full\nb", ["full"], "disk is Full"],
  ["a\nb\n\n", ["full"], "b"],
  ["a\nb\nc", [], "c"],
  ["a\n  \n", ["full"], "a"],
  ["  full ", ["full"], "full"],
  ["a disk\nb skewed\nc", ["sk"], "b skewed"],
  ["x".repeat(300), [], "x".repeat(300)],
  ["", ["x"], ""],
  [`${"x".repeat(400)} full`, ["full"], `${"x".repeat(300)}…`],
])("of %j with %j, the line shown is %j", (text, terms, line) => {
  expect(matchingLine(text, terms)).toBe(line);
});
