import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/rules/durations";
import { toClockTime } from "@/lib/rules/schedule/zoned-time";
import { DRILL_DAYS, formatMonth, formatPlan, nextDrillAt } from "./monthly-drill";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/St_Johns",
  "Pacific/Apia",
  "Asia/Beirut",
  "Pacific/Kiritimati",
];

test.each([
  // Sunday 1 March.
  [0, "UTC", "2026-02-15T00:00Z", null, "2026-03-02T10:00Z"],
  // Saturday 1 August.
  [0, "UTC", "2026-07-15T00:00Z", null, "2026-08-03T10:00Z"],
  // Wednesday 1 April, in summer time.
  [0, "Europe/Berlin", "2026-03-15T00:00Z", null, "2026-04-01T08:00Z"],
  [1, "UTC", "2026-03-15T00:00Z", null, "2026-04-06T10:00Z"],
  [3, "UTC", "2026-03-15T00:00Z", null, "2026-04-01T10:00Z"],
  [7, "UTC", "2026-03-15T00:00Z", null, "2026-04-05T10:00Z"],
  // Later on the same day, and at the hour itself.
  [0, "UTC", "2026-04-01T09:59:59.999Z", null, "2026-04-01T10:00Z"],
  [0, "UTC", "2026-04-01T10:00Z", null, "2026-05-01T10:00Z"],
  // This month had its drill, or even the next month, by other clocks.
  [5, "UTC", "2026-04-01T12:00Z", "2026-04", "2026-05-01T10:00Z"],
  [5, "UTC", "2026-03-31T23:00Z", "2026-04", "2026-05-01T10:00Z"],
] as const)("day %i in %s after %s, last %s: %s", (day, zone, after, lastMonth, expected) => {
  expect(nextDrillAt({ day, hour: 10, zone }, new Date(after), lastMonth)).toEqual(new Date(expected));
});

test("an hour that clocks skip is taken an hour later, and one that they show twice the first time", () => {
  // Sunday 29 March and Sunday 1 November.
  expect(
    nextDrillAt({ day: 7, hour: 2, zone: "America/New_York" }, new Date("2026-02-10T00:00Z"), null),
  ).toEqual(new Date("2026-03-01T07:00Z"));
  expect(
    nextDrillAt({ day: 7, hour: 1, zone: "America/New_York" }, new Date("2026-10-10T00:00Z"), null),
  ).toEqual(new Date("2026-11-01T05:00Z"));
  // Clocks in Paraguay went from 0:00 to 1:00 on Sunday 1 October 2023.
  expect(
    nextDrillAt({ day: 7, hour: 0, zone: "America/Asuncion" }, new Date("2023-09-10T00:00Z"), null),
  ).toEqual(new Date("2023-10-01T04:00Z"));
});

test("a zone that is no longer known counts as UTC", () => {
  const tuesday = new Date("2026-03-10T00:00Z");
  expect(nextDrillAt({ day: 0, hour: 10, zone: "Mars/Olympus" }, tuesday, null)).toEqual(
    new Date("2026-04-01T10:00Z"),
  );
});

const plans = fc.record({
  day: fc.constantFrom(...DRILL_DAYS),
  hour: fc.integer({ min: 0, max: 23 }),
  zone: fc.constantFrom(...ZONES),
});
const times = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });

test("drills one after another are one in each month, on the planned day, by the clocks of the zone", () => {
  fc.assert(
    fc.property(plans, times, (plan, from) => {
      let last = nextDrillAt(plan, from, null);
      for (let i = 0; i < 14; i += 1) {
        const next = nextDrillAt(plan, last, formatMonth(last, plan.zone));
        const [before, after] = [last, next].map((at) => new Date(toClockTime(at, plan.zone)));
        const months = (at?: Date) => (at ? at.getUTCFullYear() * 12 + at.getUTCMonth() : 0);
        expect(months(after) - months(before)).toBe(1);
        const weekday = after?.getUTCDay() || 7;
        const date = after?.getUTCDate() ?? 0;
        if (plan.day > 0) expect([weekday, date <= 7]).toEqual([plan.day, true]);
        else expect([weekday <= 5, date <= 3]).toEqual([true, true]);
        last = next;
      }
    }),
  );
});

test("whatever is changed in a plan, no month has two", () => {
  fc.assert(
    fc.property(plans, plans, times, (before, after, from) => {
      const done = nextDrillAt(before, from, null);
      const month = formatMonth(done, before.zone);
      const next = nextDrillAt(after, done, month);
      expect(formatMonth(next, after.zone) > month).toBe(true);
      expect(next.getTime() - done.getTime()).toBeLessThan(75 * DAY_MS);
    }),
  );
});

test("a plan in words", () => {
  expect(formatPlan({ day: 0, hour: 10, zone: "Europe/Berlin" })).toBe(
    "first weekday of the month, 10:00, Europe/Berlin",
  );
  expect(formatPlan({ day: 7, hour: 7, zone: "UTC" })).toBe("first Sunday of the month, 07:00, UTC");
});
