import { expect, test } from "vitest";
import { HOURLY_BURST } from "@/lib/rules/reports/rate-limit";
import { LocalRateLimit } from "./local-rate-limit";

const tuesday = new Date("2026-03-10T10:00:00Z");

const useUp = (rateLimit: LocalRateLimit, token: string) => {
  for (let i = 0; i < HOURLY_BURST; i += 1) rateLimit.count({ token: token, at: tuesday });
};

test("each snitch has its own limit, which applies until the reset", () => {
  const rateLimit = new LocalRateLimit();
  useUp(rateLimit, "one");

  expect(rateLimit.count({ token: "one", at: tuesday }).accepted).toBe(false);
  expect(rateLimit.count({ token: "other", at: tuesday }).accepted).toBe(true);
  rateLimit.reset();
  expect(rateLimit.count({ token: "one", at: tuesday }).accepted).toBe(true);
});

test("memory is bounded: of 100,001 snitches the first one is forgotten", () => {
  const rateLimit = new LocalRateLimit();
  useUp(rateLimit, "first");
  useUp(rateLimit, "second");
  for (let i = 0; i < 99_999; i += 1) rateLimit.count({ token: `other ${i}`, at: tuesday });

  expect(rateLimit.count({ token: "second", at: tuesday }).accepted).toBe(false);
  expect(rateLimit.count({ token: "first", at: tuesday }).accepted).toBe(true);
});
