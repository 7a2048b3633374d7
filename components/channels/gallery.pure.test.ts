import { expect, test } from "vitest";
import { KIND_NAMES } from "@/lib/channels/input";
import { galleryGroups } from "./gallery";

const choices = galleryGroups().flatMap((group) => group.choices);

test("the gallery has every kind once", () => {
  expect(choices.map(({ kind }) => kind).toSorted()).toEqual(KIND_NAMES.toSorted());
});

test.each(choices)("the gallery says in a line what $label needs", ({ needs }) => {
  expect(needs).toMatch(/^[A-Z].{8,60}[^.]$/);
});
