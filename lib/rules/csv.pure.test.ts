import fc from "fast-check";
import { expect, test } from "vitest";
import { csvValue } from "./csv";

test.each([
  [null, ""],
  [undefined, ""],
  [-1.5, "-1.5"],
  [true, "true"],
  ["plain", '"plain"'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ["two\nlines", '"two\nlines"'],
  [{ rows: -1 }, '"{""rows"":-1}"'],
  [["=1"], '"[""=1""]"'],
  ["=1+1", `"'=1+1"`],
  [" =1+1", `"' =1+1"`],
  ["\t=1", `"'\t=1"`],
  ["\r\n@SUM(A1)", `"'\r\n@SUM(A1)"`],
  ["+1", `"'+1"`],
  ["-2+3+cmd|' /C calc'!A0", `"'-2+3+cmd|' /C calc'!A0"`],
  ["＝1", `"'＝1"`],
  ["|calc", `"'|calc"`],
])("%j is the cell %s", (value, cell) => {
  expect(csvValue(value)).toBe(cell);
});

test("no text begins like a formula, and each can be read back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const inside = csvValue(text).slice(1, -1).replaceAll('""', '"');
      expect(inside.replace(/^'/, "")).toBe(text.replace(/^'/, ""));
      expect(inside).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});
