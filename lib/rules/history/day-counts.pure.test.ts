import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { addDay, type DayCounts, NO_DAY, rangeWithout, startOfDay, wholeDays } from "./day-counts";

const tuesdayMs = Date.UTC(2026, 2, 10);

test("counts are added, and of the longest runs the longer one stays", () => {
  const counted = { healthy: 1, errored: 2, missed: 3, late: 9, unknown: 4, excused: 5 };
  const day = { ...counted, runs: 6, runMs: 7, longestMs: 8 };
  const sum: DayCounts = { ...NO_DAY };
  expect(Object.values(sum).every((count) => count === 0)).toBe(true);
  addDay(sum, day);
  addDay(sum, { ...day, longestMs: 3 });
  expect(sum).toEqual({
    ...{ healthy: 2, errored: 4, missed: 6, late: 18, unknown: 8, excused: 10 },
    ...{ runs: 12, runMs: 14, longestMs: 8 },
  });
});

test("a day begins at midnight in UTC, and only one that lies in the range as a whole is one of its days", () => {
  expect(startOfDay(tuesdayMs)).toBe(tuesdayMs);
  expect(startOfDay(tuesdayMs + DAY_MS - 1)).toBe(tuesdayMs);
  expect(wholeDays(tuesdayMs, tuesdayMs + 2 * DAY_MS)).toEqual([tuesdayMs, tuesdayMs + DAY_MS]);
  expect(wholeDays(tuesdayMs + 1, tuesdayMs + 2 * DAY_MS)).toEqual([tuesdayMs + DAY_MS]);
  expect(wholeDays(tuesdayMs, tuesdayMs + 2 * DAY_MS - 1)).toEqual([tuesdayMs]);
  expect(wholeDays(tuesdayMs + HOUR_MS, tuesdayMs + DAY_MS)).toEqual([]);
});

test("some whole days of a range and what is left without them tile it", () => {
  const some = fc.array(fc.boolean(), { minLength: 9, maxLength: 9 });
  const hours = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }));
  fc.assert(
    fc.property(hours, some, (ends, isTaken) => {
      const [fromMs = 0, toMs = 0] = ends
        .toSorted((one, other) => one - other)
        .map((hour) => tuesdayMs + hour * HOUR_MS);
      const days = wholeDays(fromMs, toMs).filter((_, i) => isTaken[i]);
      const left = rangeWithout(fromMs, toMs, days);
      const parts = [...left, ...days.map((dayMs) => ({ fromMs: dayMs, toMs: dayMs + DAY_MS }))];
      parts.sort((one, other) => one.fromMs - other.fromMs);
      expect(left.every((part) => part.fromMs < part.toMs)).toBe(true);
      expect(parts.map((part) => part.fromMs)).toEqual(
        [fromMs, ...parts.map((part) => part.toMs)].slice(0, parts.length),
      );
      if (fromMs < toMs) expect(parts.at(-1)?.toMs).toBe(toMs);
    }),
  );
});
