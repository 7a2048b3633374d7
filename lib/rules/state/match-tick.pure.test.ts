import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INTERVALS, type Interval } from "@/lib/rules/schedule/interval";
import { periodAt } from "@/lib/rules/schedule/period";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { deadlineAfter } from "./match-tick";

const anyInterval = fc.constantFrom(...INTERVALS);
const anyInstant = fc
  .integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) })
  .map((instantMs) => new Date(instantMs));

describe("the deadline is the end of the next whole period", () => {
  test.each<[Interval, string, string]>([
    ["1_minute", "2026-03-10T10:37:12Z", "2026-03-10T10:39:00Z"],
    ["hourly", "2026-03-10T10:00:00Z", "2026-03-10T12:00:00Z"],
    ["daily", "2026-03-10T23:59:59.999Z", "2026-03-12T00:00:00Z"],
    ["weekly", "2026-03-15T23:00:00Z", "2026-03-23T00:00:00Z"],
    ["monthly", "2026-01-31T00:00:00Z", "2026-03-01T00:00:00Z"],
  ])("%s, checked in at %s", (interval, checkedInAt, deadline) => {
    expect(deadlineAfter(calendarTerms(interval), new Date(checkedInAt))).toEqual(new Date(deadline));
  });

  test("it is more than one and at most two periods ahead", () => {
    fc.assert(
      fc.property(anyInterval, anyInstant, (interval, at) => {
        const { end } = periodAt(interval, at);
        const next = periodAt(interval, end);
        expect(deadlineAfter(calendarTerms(interval), at)).toEqual(next.end);
        expect(deadlineAfter(calendarTerms(interval), at).getTime()).toBeGreaterThan(end.getTime());
      }),
    );
  });
});
