import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarTerms, type ScheduleTerms } from "../schedule/schedule-terms";
import { windowsBetween } from "../windows";
import { activeAt, unite } from "./active-at";
import { isExcused } from "./is-excused";

const at = (text: string) => new Date(`2026-03-10T${text}Z`);
const window = (from: string, to: string, name = "Upgrade") => ({
  id: name,
  name,
  startsAt: at(from),
  endsAt: at(to),
  schedule: null,
});

/** A job at 02:00 that may report from 01:50 to 02:30. */
const nightly: ScheduleTerms = { ...calendarTerms("daily"), schedule: "0 2 * * *", grace: 1_800, early: 600 };
const EXACT = { grace: 0, early: 0 };

test.each([
  ["00:00", "01:50", false],
  ["00:00", "01:51", true],
  ["02:29", "04:00", true],
  ["02:30", "04:00", false],
  ["01:55", "02:05", true],
])("a job between 01:50 and 02:30 is excused by maintenance from %s to %s: %s", (from, to, expected) => {
  expect(isExcused(nightly, at("02:30"), [window(from, to)])).toBe(expected);
});

test.each([
  ["00:00", "02:00", false],
  ["02:00", "03:00", true],
  ["01:00", "03:00", true],
])("a job of exactly 02:00 is excused by maintenance from %s to %s: %s", (from, to, expected) => {
  expect(isExcused({ ...nightly, ...EXACT }, at("02:00"), [window(from, to)])).toBe(expected);
});

test("a day that waits for one check-in is excused by any maintenance within it", () => {
  const midnight = new Date("2026-03-11T00:00Z");
  expect(isExcused(calendarTerms("daily"), midnight, [window("20:00", "21:00")])).toBe(true);
  expect(isExcused(calendarTerms("daily"), at("00:00"), [window("20:00", "21:00")])).toBe(false);
});

test("“every 45 minutes” is excused by maintenance at any time since the last report", () => {
  const terms = { ...calendarTerms("hourly"), schedule: "every 45 minutes", grace: 300 };
  expect(isExcused(terms, at("10:50"), [window("10:00", "10:01")])).toBe(true);
  expect(isExcused(terms, at("10:50"), [window("09:00", "10:00")])).toBe(false);
});

test("without maintenance nothing is excused", () => {
  expect(isExcused(nightly, at("02:30"), [])).toBe(false);
});

test("in any zone, a run is excused exactly if maintenance overlaps the time in which it may report", () => {
  const start = Date.UTC(2026, 9, 20);
  const minute = fc.integer({ min: 0, max: 14 * 24 * 60 });
  fc.assert(
    fc.property(
      fc.constantFrom("UTC", "Europe/Riga", "America/New_York", "Australia/Lord_Howe"),
      fc.constantFrom("30 2 * * *", "*/20 * * * *", "0 1-5 * * 0"),
      fc.constantFrom(60, 600, 3_600),
      minute,
      fc.integer({ min: 1, max: 3_000 }),
      (timezone, schedule, grace, offset, length) => {
        const terms = { ...calendarTerms("daily"), schedule, timezone, grace, early: 60 };
        const startsAt = new Date(start + offset * 60_000);
        const endsAt = new Date(startsAt.getTime() + length * 60_000);
        for (const { reportsFrom, dueAt } of windowsBetween(
          terms,
          new Date(startsAt.getTime() - 7_200_000),
          new Date(endsAt.getTime() + 7_200_000),
        )) {
          const overlap =
            Math.min(dueAt.getTime(), endsAt.getTime()) - Math.max(reportsFrom.getTime(), startsAt.getTime());
          expect(isExcused(terms, dueAt, [{ id: "1", name: "", startsAt, endsAt, schedule: null }])).toBe(
            overlap > 0,
          );
        }
      },
    ),
    { numRuns: 50 },
  );
});

test("maintenance that is under way ends when the last of the windows that overlap or touch ends", () => {
  const windows = [
    window("04:00", "05:00", "late"),
    window("01:00", "02:00", "first"),
    window("01:30", "01:40", "short"),
    window("02:00", "03:00", "second"),
  ];
  const active = { id: "second", name: "second", startsAt: at("01:00"), endsAt: at("03:00"), schedule: null };
  expect(activeAt(windows, at("01:00"))).toEqual(active);
  expect(activeAt(windows, at("02:59"))).toEqual(active);
  expect(activeAt(windows, at("03:00"))).toBeNull();
  expect(activeAt(windows, at("00:59"))).toBeNull();
  expect(activeAt([], at("03:00"))).toBeNull();
});

test("united windows cover the same instants, and neither overlap nor touch", () => {
  const some = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 })).map(([from, length]) => ({
      id: "",
      name: "",
      startsAt: new Date(from),
      endsAt: new Date(from + length),
    })),
  );
  fc.assert(
    fc.property(some, (windows) => {
      const united = unite(windows);
      const covers = (all: typeof windows, ms: number) =>
        all.some(({ startsAt, endsAt }) => startsAt.getTime() <= ms && ms < endsAt.getTime());
      for (let ms = 0; ms < 90; ms += 1) expect(covers(united, ms)).toBe(covers(windows, ms));
      for (const [i, { startsAt }] of united.entries()) {
        const before = united[i - 1];
        if (before) expect(startsAt > before.endsAt).toBe(true);
      }
    }),
  );
});
