import { expect, test } from "vitest";
import { HOUR_MS } from "@/lib/rules/durations";
import { backoffMs, MAX_ATTEMPTS } from "./backoff";

const totalMs = (random: number) =>
  Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => backoffMs(i + 1, random)).reduce(
    (sum, wait) => sum + wait,
    0,
  );

test("the attempts take about a day", () => {
  expect(totalMs(0) / HOUR_MS).toBeGreaterThan(20);
  expect(totalMs(1) / HOUR_MS).toBeLessThan(30);
});

test("the first wait is ten seconds, and none is shorter than the previous one", () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, i) => backoffMs(i + 1, 0));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBe(10_000);
});
