import { expect, test } from "vitest";
import { planSummary } from "./plan-summary";

test("a plan is described in words, with how much of it is used", () => {
  expect(planSummary("free", 1).map(({ value }) => value)).toEqual([
    "Free",
    "1 of 1",
    "hourly, daily, weekly and monthly",
    "none",
    "no: an exit status other than 0 is recorded, and counts as a check-in",
    "two years",
  ]);
  expect(planSummary("unlimited", 1_234)[1]?.value).toBe("1,234 of unlimited");
});
