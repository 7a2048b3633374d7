import { expect, test } from "vitest";
import { SETTINGS } from "@/lib/snitches/settings/settings";
import { findSection, isSectionName, SECTIONS, type SectionName } from "./sections";

const NAMES = Object.keys(SECTIONS) as SectionName[];

/** What the form of a section may change, whichever kind of schedule it has. */
const listRead = (name: SectionName) =>
  ["schedule", "interval"].flatMap((kind) => {
    const form = new FormData();
    form.set("kind", kind);
    return Object.keys(findSection(name).readers(form));
  });

test("each setting but the slug, which programs set, is in one section", () => {
  const attributes = NAMES.flatMap((name) => findSection(name).attributes);
  expect(attributes.toSorted()).toEqual(
    Object.keys(SETTINGS)
      .filter((name) => name !== "slug")
      .sort(),
  );
});

test.each(NAMES)("the form of %s changes its own settings, whatever else is sent", (name) => {
  const { attributes } = findSection(name);
  // A calendar period has no time at which a run could start late.
  const allowed = name === "schedule" ? [...attributes, "start_grace"] : attributes;
  expect(new Set(listRead(name))).toEqual(new Set(allowed));
});

test.each(["constructor", "__proto__", "toString", "", null, ["name"]])("%j is not a section", (name) => {
  expect(isSectionName(name)).toBe(false);
});
