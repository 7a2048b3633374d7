import fc from "fast-check";
import { expect, test } from "vitest";
import { marginInWords, parseMargin } from "./margin-text";

test.each([
  ["10 minutes", 600],
  ["1 hour", 3_600],
  ["90s", 90],
  ["2 h", 7_200],
  ["600", 600],
  ["0", 0],
  ["soon", null],
  ["1.5 hours", null],
  ["-1", null],
])("%s is %s seconds", (text, seconds) => {
  expect(parseMargin(text)).toBe(seconds);
});

test("what is written is read as the same time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_536_000 }), (seconds) => {
      expect(parseMargin(marginInWords(seconds))).toBe(seconds);
    }),
  );
});
