import { expect, test } from "vitest";
import { formatCount } from "./format-count";

test.each([
  [0, "0 snitches"],
  [1, "1 snitch"],
  [2_130, "2,130 snitches"],
])("%i is said as %s", (count, expected) => {
  expect(formatCount(count, "snitch", "snitches")).toBe(expected);
});

test("a plural is made with an s", () => {
  expect(formatCount(2, "run")).toBe("2 runs");
});
