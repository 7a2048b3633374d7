import { expect, test } from "vitest";
import { backoffMs, MAX_ATTEMPTS } from "./backoff";

const HOUR_MS = 3_600_000;
const total = (chance: number) =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => backoffMs(i + 1, chance)).reduce(
    (sum, wait) => sum + wait,
    0,
  );

test("the attempts spread over about a day", () => {
  expect(total(0) / HOUR_MS).toBeGreaterThan(20);
  expect(total(1) / HOUR_MS).toBeLessThan(30);
});

test("each wait is at least as long as the one before, and the first is a matter of seconds", () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, i) => backoffMs(i + 1, 0));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBe(10_000);
});
