import { expect, test } from "vitest";
import { calendarTerms } from "./schedule-terms";
import { latestWindows, windowsBetween } from "./windows";

test("the latest periods end with the one that contains the instant", () => {
  const months = latestWindows(calendarTerms("monthly"), 3, new Date("2026-03-10T00:00Z"));
  expect(months.map(({ start }) => start.toISOString().slice(0, 7))).toEqual([
    "2026-01",
    "2026-02",
    "2026-03",
  ]);
});

test("the periods of a range are those that start in it", () => {
  const days = windowsBetween(
    calendarTerms("daily"),
    new Date("2026-03-03T10:00Z"),
    new Date("2026-03-06T00:00Z"),
  );
  expect(days.map(({ start }) => start.toISOString().slice(0, 10))).toEqual(["2026-03-04", "2026-03-05"]);
});
