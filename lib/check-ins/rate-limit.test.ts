import fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckInCounts, countCheckIn, HOURLY_BURST, refusedMinuteToKeep } from "./rate-limit";

const NOTHING: CheckInCounts = { countedHour: null, hourCount: 0, countedMinute: null };
const tuesday = new Date("2026-03-10T10:00:00Z");
const after = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);

const checkIn = (seconds: number[]) => {
  let counted = NOTHING;
  return seconds.map((second) => {
    const allowance = countCheckIn(counted, after(second));
    counted = allowance.counts;
    return allowance;
  });
};

test("ten in an hour are accepted, then one in each clock minute, and ten again in the next hour", () => {
  const burst = checkIn([...Array(12).fill(5), 59, 60, 61, 119, 120, 3_600, 3_601]);
  expect(burst.map(({ accepted }) => accepted)).toEqual([
    ...Array(10).fill(true),
    ...[false, false, false, true, false, false, true, true, true],
  ]);
});

test("a refusal names the next minute", () => {
  expect(checkIn(Array(11).fill(5)).at(-1)).toMatchObject({
    accepted: false,
    remaining: 0,
    resetAt: after(60),
  });
});

test("a job that runs every minute is never refused, at whatever second it comes", () => {
  const aMinutelyDay = fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(aMinutelyDay, (seconds) => {
      const knocks = checkIn(seconds.map((second, minute) => minute * 60 + second));
      expect(knocks.every(({ accepted }) => accepted)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("in no hour are more accepted than ten and one for each further minute", () => {
  const manyKnocks = fc.array(fc.integer({ min: 0, max: 7_199 }), { maxLength: 400 });
  fc.assert(
    fc.property(manyKnocks, (drawn) => {
      const seconds = drawn.sort((a, b) => a - b);
      const accepted = checkIn(seconds).flatMap(({ accepted }, i) => (accepted ? (seconds[i] ?? 0) : []));
      for (const hour of [0, 1]) {
        const count = accepted.filter((second) => Math.floor(second / 3_600) === hour).length;
        expect(count).toBeLessThanOrEqual(HOURLY_BURST + 60);
      }
    }),
  );
});

test("of the refused ones the first of each clock minute is kept", () => {
  const kept: Date[] = [];
  for (const seconds of [5, 6, 59, 60, 61, 200]) {
    const minute = refusedMinuteToKeep(kept.at(-1) ?? null, after(seconds));
    if (minute) kept.push(minute);
  }
  expect(kept).toEqual([after(0), after(60), after(180)]);
});
