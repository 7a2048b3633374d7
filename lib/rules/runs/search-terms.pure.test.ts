import fc from "fast-check";
import { expect, test } from "vitest";
import { caseWord, searchQuery, termsOf } from "./search-terms";

test.each([
  ["pg_dump: No space left on /dev/sda1", ["pg", "dump", "no", "space", "left", "on", "dev", "sda1"]],
  ["ORA-00600 ORA-00600", ["ora", "00600"]],
  ["Größe 日本語 💥", ["größe", "日本語"]],
  ["", []],
  ["'); DROP TABLE outputs; --", ["drop", "table", "outputs"]],
])("the words of %j", (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});

test("a search asks for its case and the beginning of each word", () => {
  expect(searchQuery("0199", "Disk full!")).toBe("'case-0199' & 'disk':* & 'full':*");
  expect(searchQuery("0199", " -- ")).toBeNull();
});

test("no text, and no search, has a word of a case or a character that Postgres reads as an operator", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constant(caseWord("0199"))), (text) => {
      for (const word of termsOf(text)) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
      expect(searchQuery("0199", text)?.match(/'/g)?.length ?? 0).toBe(
        termsOf(text).length === 0 ? 0 : 2 + 2 * Math.min(termsOf(text).length, 10),
      );
    }),
  );
});
