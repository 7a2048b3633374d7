import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INTERVALS, type Interval } from "./interval";
import { periodAt } from "./period";

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
