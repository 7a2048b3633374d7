import { expect, test } from "vitest";
import { aSnitch } from "@/lib/testing/factories";
import { currentDelay, worst } from "./delay";

const MINUTE_MS = 60_000;

test("a hiccup is nobody's worry; of two delays the worse is told", () => {
  expect(worst(0, 0)).toBeNull();
  expect(worst(2 * MINUTE_MS - 1, 0)).toBeNull();
  expect(worst(3 * MINUTE_MS, 2 * MINUTE_MS)).toEqual({ of: "noticing", lagMs: 3 * MINUTE_MS });
  expect(worst(0, 2 * MINUTE_MS)).toEqual({ of: "sending", lagMs: 2 * MINUTE_MS });
});

test("a worker that is dead shows by what it should have noticed", async () => {
  await aSnitch({ status: "healthy", deadline: new Date(Date.now() - 6 * MINUTE_MS) });

  const delay = await currentDelay();

  expect(delay?.of).toBe("noticing");
  expect(Math.round((delay?.lagMs ?? 0) / MINUTE_MS)).toBe(5);
});
