import fc from "fast-check";
import { expect, test } from "vitest";
import { isExcusedWindow } from "@/lib/rules/history/is-excused-window";
import type { SnitchFacts } from "../history/period-outcome";
import { calendarTerms, type ScheduleTerms } from "../schedule/schedule-terms";
import { windowsBetween } from "../schedule/windows";
import { activeAt, unite } from "./active-at";
import { isExcusedDeadline, isExcusedError } from "./is-excused";
import type { Maintenance } from "./window";

const at = (text: string) => new Date(`2026-03-10T${text}Z`);
const window = (from: string, to: string, name = "Upgrade") => ({
  id: name,
  name,
  startsAt: at(from),
  endsAt: at(to),
  schedule: null,
});

const NO_FACTS: SnitchFacts = {
  status: "healthy",
  deadline: null,
  missingSince: null,
  firstSignalAt: null,
  rescheduledAt: null,
  pauses: [],
  missedAt: [],
};

/** A job at 02:00 that may report from 01:50 to 02:30. */
const nightly: ScheduleTerms = { ...calendarTerms("daily"), schedule: "0 2 * * *", grace: 1_800, early: 600 };
const EXACT = { grace: 0, early: 0 };

test.each([
  ["00:00", "02:29", false],
  ["00:00", "02:30", true],
  ["02:29", "04:00", true],
  ["02:30", "04:00", false],
  ["01:55", "02:05", false],
  ["03:00", "04:00", false],
])("a miss of 02:30 is excused by maintenance from %s to %s: %s", (from, to, expected) => {
  expect(isExcusedDeadline(nightly, at("02:30"), [window(from, to)])).toBe(expected);
});

test.each([
  ["00:00", "02:00", false],
  ["02:00", "03:00", true],
  ["01:00", "03:00", true],
])("a job of exactly 02:00 is excused by maintenance from %s to %s: %s", (from, to, expected) => {
  expect(isExcusedDeadline({ ...nightly, ...EXACT }, at("02:00"), [window(from, to)])).toBe(expected);
});

test("a day that waits for one check-in is excused by maintenance at its end, and by no other", () => {
  const midnight = new Date("2026-03-11T00:00Z");
  expect(isExcusedDeadline(calendarTerms("daily"), midnight, [window("20:00", "21:00")])).toBe(false);
  expect(isExcusedDeadline(calendarTerms("daily"), midnight, [window("20:00", "23:59:59.999")])).toBe(false);
  const untilMidnight = { ...window("20:00", "21:00"), endsAt: midnight };
  expect(isExcusedDeadline(calendarTerms("daily"), midnight, [untilMidnight])).toBe(true);
});

test("two hours of maintenance excuse the hours that end in them, and not the previous one", () => {
  const excused = ["02:00", "03:00", "04:00", "05:00"].filter((deadline) =>
    isExcusedDeadline(calendarTerms("hourly"), at(deadline), [window("02:00", "04:00")]),
  );
  expect(excused).toEqual(["03:00", "04:00"]);
});

test("“every 45 minutes” is excused by maintenance at its deadline, and not by any before", () => {
  const terms = { ...calendarTerms("hourly"), schedule: "every 45 minutes", grace: 300 };
  expect(isExcusedDeadline(terms, at("10:50"), [window("10:40", "11:00")])).toBe(true);
  expect(isExcusedDeadline(terms, at("10:50"), [window("10:00", "10:01")])).toBe(false);
});

test("without maintenance nothing is excused", () => {
  expect(isExcusedDeadline(nightly, at("02:30"), [])).toBe(false);
  expect(isExcusedError(at("02:30"), [])).toBe(false);
});

test("an error is excused from the first instant of maintenance on, and not at its end", () => {
  const excused = ["01:59:59.999", "02:00", "02:59:59.999", "03:00"].filter((reportedAt) =>
    isExcusedError(at(reportedAt), [window("02:00", "03:00")]),
  );
  expect(excused).toEqual(["02:00", "02:59:59.999"]);
});

test("a smart miss is excused by its own deadline, not by the end of its period", () => {
  const [day] = windowsBetween(calendarTerms("daily"), at("00:00"), at("00:01"));
  if (!day) throw new Error("A day has a window.");
  const missedAt = (...deadlines: string[]) => ({ ...NO_FACTS, missedAt: deadlines.map(at) });
  expect(isExcusedWindow(day, missedAt("04:00"), [window("03:00", "05:00")])).toBe(true);
  expect(isExcusedWindow(day, missedAt("04:00"), [window("05:00", "23:59")])).toBe(false);
  expect(isExcusedWindow(day, missedAt(), [window("03:00", "05:00")])).toBe(false);
});

test("a miss of an earlier run does not speak for a later one whose grace it lies in", () => {
  const terms = { ...calendarTerms("daily"), schedule: "0 * * * *", grace: 5_400, early: 0 };
  const [hour] = windowsBetween(terms, at("02:00"), at("02:01"));
  if (!hour) throw new Error("An hour has a window.");
  const facts = { ...NO_FACTS, missedAt: [at("02:30"), at("03:30")] };
  expect(isExcusedWindow(hour, facts, [window("02:15", "02:45")])).toBe(false);
  expect(isExcusedWindow(hour, facts, [window("03:15", "03:45")])).toBe(true);
});

test("in any zone, maintenance excuses exactly the deadlines and the errors that lie in it: none before, none after", () => {
  const start = Date.UTC(2026, 9, 20);
  const minute = fc.integer({ min: 0, max: 14 * 24 * 60 });
  fc.assert(
    fc.property(
      fc.constantFrom("UTC", "Europe/Riga", "America/New_York", "Australia/Lord_Howe"),
      fc.constantFrom("30 2 * * *", "*/20 * * * *", "0 1-5 * * 0", "every 45 minutes", null),
      fc.constantFrom(60, 600, 3_600),
      minute,
      fc.integer({ min: 1, max: 3_000 }),
      (timezone, schedule, grace, offset, length) => {
        const terms = { ...calendarTerms("hourly"), schedule, timezone, grace, early: 60 };
        const startsAt = new Date(start + offset * 60_000);
        const endsAt = new Date(startsAt.getTime() + length * 60_000);
        const maintenance: Maintenance[] = [{ id: "1", name: "", startsAt, endsAt, schedule: null }];
        for (const { dueAt } of windowsBetween(
          terms,
          new Date(startsAt.getTime() - 7_200_000),
          new Date(endsAt.getTime() + 7_200_000),
        )) {
          expect(isExcusedDeadline(terms, dueAt, maintenance)).toBe(startsAt < dueAt && dueAt <= endsAt);
          expect(isExcusedError(dueAt, maintenance)).toBe(startsAt <= dueAt && dueAt < endsAt);
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
