import fc from "fast-check";
import { expect, test } from "vitest";
import { pageSlug } from "@/lib/status-pages/page-input";
import { proposeSlug } from "./propose-slug";

test.each([
  ["Acme’s backups", "acme-s-backups"],
  ["  Größe & Co.  ", "grosse-co"],
  ["Crème brûlée", "creme-brulee"],
  ["Статус", ""],
])("the address of a page called %j", (title, slug) => {
  expect(proposeSlug(title)).toBe(slug);
});

test("what is proposed of enough letters can be saved, and has nothing that HTML or an address could read otherwise", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (title) => {
      const slug = proposeSlug(`${title}acme`);
      expect(slug).toMatch(/^[a-z\d]([a-z\d-]*[a-z\d])?$/);
      expect(pageSlug.safeParse(proposeSlug(`page ${title}`)).success).toBe(true);
    }),
  );
});
