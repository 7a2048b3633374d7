import { expect, test } from "vitest";
import { usualRange } from "./duration-range";
import type { RunOutcome } from "./run";

const run = (
  durationMs: number | null,
  outcome: RunOutcome = "succeeded",
  reportedMs: number | null = null,
) => ({
  durationMs,
  outcome,
  reportedMs,
});

test("four runs do not show what is usual, five do", () => {
  expect(usualRange([1, 2, 3, 4].map((ms) => run(ms)))).toBeNull();
  expect(usualRange([5, 1, 2, 3, 4].map((ms) => run(ms)))).toEqual({ shortestMs: 1, longestMs: 5 });
});

test("the shortest and the longest tenth are left out", () => {
  const runs = Array.from({ length: 20 }, (_, i) => run(i));
  expect(usualRange(runs)).toEqual({ shortestMs: 2, longestMs: 17 });
});

test("only runs that succeeded count, by the duration that the job measured", () => {
  const runs = [
    run(9, "failed"),
    run(null, "running"),
    ...[1, 2, 3, 4, 5].map((ms) => run(100, "succeeded", ms)),
  ];
  expect(usualRange(runs)).toEqual({ shortestMs: 1, longestMs: 5 });
});
