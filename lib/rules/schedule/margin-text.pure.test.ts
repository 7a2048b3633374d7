import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMargin, parseMargin } from "./margin-text";

test.each([
  ["10 minutes", 600],
  ["1 hour", 3_600],
  ["90s", 90],
  ["2 h", 7_200],
  ["1h30m", 5_400],
  ["6 minutes 30 seconds", 390],
  ["1 day, 2 hours", 93_600],
  ["600", 600],
  ["0", 0],
  ["soon", null],
  ["1.5 hours", null],
  ["1 hour 30", null],
  ["1 hour soon", null],
  ["-1", null],
])("%s is %s seconds", (text, seconds) => {
  expect(parseMargin(text)).toBe(seconds);
});

test.each([
  [0, "0 seconds"],
  [60, "1 minute"],
  [390, "6 minutes 30 seconds"],
  [5_400, "1 hour 30 minutes"],
  [86_400, "1 day"],
])("%d seconds are written as %s", (seconds, expected) => {
  expect(formatMargin(seconds)).toBe(expected);
});

test("what is written is read as the same time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_536_000 }), (seconds) => {
      expect(parseMargin(formatMargin(seconds))).toBe(seconds);
    }),
  );
});
