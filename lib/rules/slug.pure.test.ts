import fc from "fast-check";
import { expect, test } from "vitest";
import { slugify } from "./slug";

test.each([
  ["Nightly backup", "nightly-backup"],
  ["  Übergabe -- DB 1  ", "ubergabe-db-1"],
  ["a/b.c", "abc"],
  ["__x__", "x"],
  ["日本", ""],
])("the slug of %j is %j", (name, slug) => {
  expect(slugify(name)).toBe(slug);
});

test("a slug needs no escaping in a URL, and is its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      const slug = slugify(name);
      expect(slug).toMatch(/^[a-z0-9_-]*$/);
      expect(slugify(slug)).toBe(slug);
    }),
  );
});
