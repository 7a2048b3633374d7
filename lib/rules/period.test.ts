import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INTERVALS, type Interval } from "./interval";
import { deadlineAfter, latestPeriods, periodAt, periodsBetween } from "./period";

const anyInterval = fc.constantFrom(...INTERVALS);
const anyInstant = fc
  .integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) })
  .map((instantMs) => new Date(instantMs));

describe("periods are fixed in UTC", () => {
  test.each<[Interval, string, string, string]>([
    ["1_minute", "2026-03-10T10:37:12.345Z", "2026-03-10T10:37:00Z", "2026-03-10T10:38:00Z"],
    ["15_minute", "2026-03-10T10:37:12Z", "2026-03-10T10:30:00Z", "2026-03-10T10:45:00Z"],
    ["hourly", "2026-03-10T10:37:12Z", "2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z"],
    ["8_hour", "2026-03-10T10:37:12Z", "2026-03-10T08:00:00Z", "2026-03-10T16:00:00Z"],
    ["daily", "2026-03-10T10:37:12Z", "2026-03-10T00:00:00Z", "2026-03-11T00:00:00Z"],
    ["weekly", "2026-03-10T10:37:12Z", "2026-03-09T00:00:00Z", "2026-03-16T00:00:00Z"],
    ["weekly", "2026-03-15T23:59:59Z", "2026-03-09T00:00:00Z", "2026-03-16T00:00:00Z"],
    ["monthly", "2026-02-28T23:59:59Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"],
    ["monthly", "2026-12-31T12:00:00Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
  ])("%s at %s", (interval, instant, start, end) => {
    expect(periodAt(interval, new Date(instant))).toEqual({ start: new Date(start), end: new Date(end) });
  });

  test("periods tile time: each contains its instant and ends where the next one starts", () => {
    fc.assert(
      fc.property(anyInterval, anyInstant, (interval, instant) => {
        const period = periodAt(interval, instant);
        expect(period.start <= instant && instant < period.end).toBe(true);
        expect(periodAt(interval, period.end).start).toEqual(period.end);
        expect(periodAt(interval, period.start)).toEqual(period);
      }),
    );
  });
});

describe("the deadline is the end of the next whole period", () => {
  test.each<[Interval, string, string]>([
    ["1_minute", "2026-03-10T10:37:12Z", "2026-03-10T10:39:00Z"],
    ["hourly", "2026-03-10T10:00:00Z", "2026-03-10T12:00:00Z"],
    ["daily", "2026-03-10T23:59:59.999Z", "2026-03-12T00:00:00Z"],
    ["weekly", "2026-03-15T23:00:00Z", "2026-03-23T00:00:00Z"],
    ["monthly", "2026-01-31T00:00:00Z", "2026-03-01T00:00:00Z"],
  ])("%s, checked in at %s", (interval, checkedInAt, deadline) => {
    expect(deadlineAfter(interval, new Date(checkedInAt))).toEqual(new Date(deadline));
  });

  test("it is more than one and at most two periods ahead", () => {
    fc.assert(
      fc.property(anyInterval, anyInstant, (interval, at) => {
        const { end } = periodAt(interval, at);
        const next = periodAt(interval, end);
        expect(deadlineAfter(interval, at)).toEqual(next.end);
        expect(deadlineAfter(interval, at).getTime()).toBeGreaterThan(end.getTime());
      }),
    );
  });
});

test("the latest periods end with the one that contains the instant", () => {
  const months = latestPeriods("monthly", 3, new Date("2026-03-10T00:00Z"));
  expect(months.map(({ start }) => start.toISOString().slice(0, 7))).toEqual([
    "2026-01",
    "2026-02",
    "2026-03",
  ]);
});

test("the periods of a range are those that start in it", () => {
  const days = periodsBetween("daily", new Date("2026-03-03T10:00Z"), new Date("2026-03-06T00:00Z"));
  expect(days.map(({ start }) => start.toISOString().slice(0, 10))).toEqual(["2026-03-04", "2026-03-05"]);
});
