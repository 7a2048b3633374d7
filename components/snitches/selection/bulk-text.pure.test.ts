import { expect, test } from "vitest";
import type { BulkChange, BulkResult } from "@/lib/monitoring/change-selected";
import { formatBulkResult } from "./bulk-text";

test.each([
  ["pause", 1, [], "Paused 1 snitch."],
  ["edit", 2_130, [], "Changed 2,130 snitches."],
  [
    "edit",
    10,
    [
      {
        reason: "the interval is not included in the starter plan; the team plan has it",
        names: ["A", "B", "C"],
      },
      { reason: "the alert type can’t be smart for intervals under an hour: use basic", names: ["D", "E"] },
    ],
    "Changed 10 snitches. 3 not changed: the interval is not included in the starter plan; the team plan has it. 2 not changed: the alert type can’t be smart for intervals under an hour: use basic.",
  ],
] as [BulkChange["verb"], number, BulkResult["refused"], string][])(
  "after %s of %i: %j",
  (verb, done, refused, sentence) => {
    expect(formatBulkResult(verb, done, refused)).toBe(sentence);
  },
);
