import { expect, test } from "vitest";
import { durationInWords } from "./duration-in-words";

test.each([
  [59_999, "less than a minute"],
  [60_000, "1 minute"],
  [59 * 60_000, "59 minutes"],
  [60 * 60_000, "1 hour"],
  [26 * 3_600_000, "26 hours"],
  [48 * 3_600_000, "2 days"],
  [1_461 * 24 * 3_600_000, "1,461 days"],
])("%i milliseconds are “%s”", (durationMs, words) => {
  expect(durationInWords(durationMs)).toBe(words);
});
