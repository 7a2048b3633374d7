import { expect, test } from "vitest";
import { bulkResultInWords } from "./bulk-words";

test.each([
  ["pause", 1, [], "Paused 1 snitch."],
  ["interval", 2_130, [], "Changed the interval of 2,130 snitches."],
  [
    "interval",
    10,
    [
      { reason: "the interval is not included in the starter plan; the team plan has it", count: 3 },
      { reason: "the alert type can’t be smart for intervals under an hour: use basic", count: 2 },
    ],
    "Changed the interval of 10 snitches. 3 not changed: the interval is not included in the starter plan; the team plan has it. 2 not changed: the alert type can’t be smart for intervals under an hour: use basic.",
  ],
] as const)("after %s of %i: %j", (verb, done, refused, sentence) => {
  expect(bulkResultInWords(verb, done, [...refused])).toBe(sentence);
});
