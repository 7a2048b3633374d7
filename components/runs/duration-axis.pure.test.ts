import { expect, test } from "vitest";
import { durationAxis } from "./duration-axis";

test.each([
  [0, ["0", "1 ms"]],
  [850, ["0", "500 ms", "1 s"]],
  [4_000, ["0", "1 s", "2 s", "3 s", "4 s"]],
  [252_000, ["0", "2 min", "4 min", "6 min"]],
  [90 * 60_000, ["0", "30 min", "1 h", "1 h 30 min"]],
  [3 * 86_400_000, ["0", "1 d", "2 d", "3 d"]],
])("an axis for runs of up to %i ms has the marks %j", (longestMs, expected) => {
  expect(durationAxis([0, longestMs]).marks.map((mark) => mark.label)).toEqual(expected);
});

test("an axis of long runs shows how they differ", () => {
  const { marks } = durationAxis([61 * 60_000, 66 * 60_000]);
  expect(marks.map((mark) => mark.label)).toEqual(["1 h", "1 h 2 min", "1 h 4 min", "1 h 6 min"]);
});
