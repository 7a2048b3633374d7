import fc from "fast-check";
import { expect, test } from "vitest";
import { marksFor, timeMarksFor } from "./chart";

test("axis marks are round, few, and reach the highest value", () => {
  expect(marksFor(3)).toEqual([0, 1, 2, 3]);
  expect(marksFor(1_440)).toEqual([0, 500, 1_000, 1_500]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (most) => {
      const marks = marksFor(most);
      expect(marks.length).toBeLessThanOrEqual(5);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(marks.every(Number.isInteger)).toBe(true);
    }),
  );
});

test.each([
  [3_600_000, ["0 min", "15 min", "30 min", "45 min", "60 min"]],
  [86_400_000, ["0 h", "6 h", "12 h", "18 h", "24 h"]],
  [7 * 86_400_000, ["0 d", "1 d", "2 d", "3 d", "4 d", "5 d", "6 d", "7 d"]],
  [31 * 86_400_000, ["0 d", "7 d", "14 d", "21 d", "28 d"]],
])("a period of %i ms is measured in its own units", (lengthMs, words) => {
  expect(timeMarksFor(lengthMs).map((mark) => mark.words)).toEqual(words);
});
