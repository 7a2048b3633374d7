import fc from "fast-check";
import { expect, test } from "vitest";
import { isAlwaysQuiet, openMinutesAWeek, type QuietHours, quietUntil } from "./quiet-hours";

const nights: QuietHours = { zone: "Europe/Berlin", from: 22 * 60, to: 7 * 60, days: [] };

// 10 March 2026 is a Tuesday; Berlin is an hour ahead of UTC, and two from 29 March on.
test.each<[string, QuietHours, string, string | null]>([
  ["in the evening", nights, "2026-03-10T21:30Z", "2026-03-11T06:00Z"],
  ["after midnight", nights, "2026-03-10T23:30Z", "2026-03-11T06:00Z"],
  ["at their end", nights, "2026-03-11T06:00Z", null],
  ["at their beginning", nights, "2026-03-10T21:00Z", "2026-03-11T06:00Z"],
  ["during the day", nights, "2026-03-10T12:00Z", null],
  ["in the night in which the clocks go forward", nights, "2026-03-28T22:30Z", "2026-03-29T05:00Z"],
  ["in the night in which the clocks go back", nights, "2026-10-24T22:30Z", "2026-10-25T06:00Z"],
  ["on a day without", { ...nights, days: [1] }, "2026-03-10T21:30Z", null],
  ["after midnight of a day with", { ...nights, days: [2] }, "2026-03-11T02:00Z", "2026-03-11T06:00Z"],
  [
    "on a weekend of whole days",
    { zone: "UTC", from: 0, to: 0, days: [6, 7] },
    "2026-03-14T10:00Z",
    "2026-03-16T00:00Z",
  ],
])("quiet hours %s", (_, quiet, at, until) => {
  expect(quietUntil(quiet, new Date(at))).toEqual(until && new Date(until));
});

test("whole days on every day leave no time for emails", () => {
  expect(isAlwaysQuiet({ ...nights, from: 0, to: 0 })).toBe(true);
  expect(isAlwaysQuiet({ ...nights, from: 0, to: 0, days: [6, 7] })).toBe(false);
  expect(isAlwaysQuiet(nights)).toBe(false);
  expect(openMinutesAWeek(nights)).toBe(7 * 15 * 60);
  expect(openMinutesAWeek({ ...nights, days: [1] })).toBe(7 * 24 * 60 - 9 * 60);
});

const quietHours = fc
  .record({
    zone: fc.constantFrom(
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
    ),
    from: fc.integer({ min: 0, max: 1_439 }),
    to: fc.integer({ min: 0, max: 1_439 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
  })
  .filter((quiet) => !isAlwaysQuiet(quiet));
const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });

test("any quiet hours end later, at a time that is not quiet, and it is quiet until then", () => {
  fc.assert(
    fc.property(
      quietHours,
      instant,
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (quiet, at, part) => {
        const until = quietUntil(quiet, at);
        if (until === null) return;
        expect(until.getTime()).toBeGreaterThan(at.getTime());
        expect(quietUntil(quiet, until)).toBeNull();
        const between = new Date(at.getTime() + Math.floor(part * (until.getTime() - at.getTime())));
        expect(quietUntil(quiet, between)).toEqual(until);
      },
    ),
  );
});
