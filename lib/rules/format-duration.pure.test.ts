import { expect, test } from "vitest";
import { formatDuration } from "./format-duration";

test.each([
  [0, "less than a minute"],
  [59_999, "less than a minute"],
  [60_000, "1 minute"],
  [59 * 60_000, "59 minutes"],
  [60 * 60_000, "1 hour"],
  [98 * 60_000 + 59_999, "1 h 38 min"],
  [26 * 3_600_000, "26 hours"],
  [47 * 3_600_000, "47 hours"],
  [48 * 3_600_000, "2 days"],
  [480 * 3_600_000, "20 days"],
  [1_461 * 24 * 3_600_000, "1,461 days"],
])("%i milliseconds are “%s”", (durationMs, expected) => {
  expect(formatDuration(durationMs)).toBe(expected);
});
