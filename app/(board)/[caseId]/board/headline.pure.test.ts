import { expect, test } from "vitest";
import { formatHeadline } from "./headline";

const none = { pending: 0, healthy: 0, failed: 0, errored: 0, paused: 0 };

test.each([
  [none, 0, "quiet", "No snitches yet", ""],
  [{ ...none, healthy: 1 }, 0, "healthy", "The snitch is healthy", ""],
  [{ ...none, healthy: 1_200 }, 0, "healthy", "All 1,200 are healthy", ""],
  [{ ...none, healthy: 14, paused: 2 }, 0, "healthy", "No problems", "14 healthy, 2 paused"],
  [{ ...none, paused: 2 }, 0, "quiet", "No job is monitored now", "2 paused"],
  [{ ...none, pending: 3 }, 0, "quiet", "No job is monitored now", "3 waiting for a first check-in"],
  [{ ...none, healthy: 5, failed: 2, errored: 1 }, 1, "failed", "2 missing, 1 errored, 1 late", "4 healthy"],
  [{ ...none, healthy: 1 }, 1, "errored", "1 late", ""],
  [{ ...none, errored: 1 }, 0, "errored", "1 errored", ""],
] as const)("the board of %o, of them %d late, is %s and says “%s”", (counts, late, look, text, details) =>
  expect(formatHeadline(counts, late)).toEqual({ look, text, details }),
);
