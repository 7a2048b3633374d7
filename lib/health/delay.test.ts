import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { aSnitch } from "@/testing/factories";
import { currentDelay, longestDelay } from "./delay";

test("a short delay is not shown; of two long delays the longer one is", () => {
  expect(longestDelay(0, 0)).toBeNull();
  expect(longestDelay(2 * MINUTE_MS - 1, 0)).toBeNull();
  expect(longestDelay(3 * MINUTE_MS, 2 * MINUTE_MS)).toEqual({ stage: "noticing", lagMs: 3 * MINUTE_MS });
  expect(longestDelay(0, 2 * MINUTE_MS)).toEqual({ stage: "sending", lagMs: 2 * MINUTE_MS });
});

test("without a worker, the delay is the time since the deadline that should have been noticed", async () => {
  await aSnitch({ status: "healthy", deadline: new Date(Date.now() - 6 * MINUTE_MS) });

  const delay = await currentDelay();

  expect(delay?.stage).toBe("noticing");
  expect(Math.round((delay?.lagMs ?? 0) / MINUTE_MS)).toBe(5);
});
