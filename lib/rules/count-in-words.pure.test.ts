import { expect, test } from "vitest";
import { countInWords } from "./count-in-words";

test.each([
  [0, "0 snitches"],
  [1, "1 snitch"],
  [2_130, "2,130 snitches"],
])("%i is said as %s", (count, words) => {
  expect(countInWords(count, "snitch", "snitches")).toBe(words);
});

test("a plural is made with an s", () => {
  expect(countInWords(2, "run")).toBe("2 runs");
});
