import { expect, test } from "vitest";
import { formatNoGroup, formatTroubled, tagPrefixes } from "./grouping";

test("tags of one prefix are one choice, and tags without a prefix or without anything behind it are none", () => {
  const tags = ["team:payments", "env:production", "db", "env:staging", "env:", ":eu", "a:b:c"];
  expect(tagPrefixes(tags)).toEqual(["a:", "env:", "team:"]);
  expect(tagPrefixes([])).toEqual([]);
});

test.each([
  [{ count: 9, failed: 2, errored: 1 }, "2 missing, 1 errored"],
  [{ count: 1_200, failed: 0, errored: 1_100 }, "1,100 errored"],
  [{ count: 9, failed: 0, errored: 0 }, ""],
])("a group of %o says “%s”", (counts, expected) => {
  expect(formatTroubled(counts)).toBe(expected);
});

test("those in no group are without a tag, without one of the prefix, or without an environment or a machine", () => {
  const tags = ["", "env:"].map((prefix) => ({ by: "tag", prefix }) as const);
  expect([...tags, { by: "environment" } as const, { by: "machine" } as const].map(formatNoGroup)).toEqual([
    "No tag",
    "No env tag",
    "No environment",
    "No machine",
  ]);
});
