import fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckInCounts, countCheckIn, HOURLY_BURST, refusedMinuteToKeep } from "./rate-limit";

const NO_COUNTS: CheckInCounts = { countedHour: null, hourCount: 0, countedMinute: null };
const tuesday = new Date("2026-03-10T10:00:00Z");
const after = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);

const checkInAt = (seconds: number[]) => {
  let counts = NO_COUNTS;
  return seconds.map((second) => {
    const decision = countCheckIn(counts, after(second));
    counts = decision.counts;
    return decision;
  });
};

test("ten in an hour are accepted, then one in each clock minute, and ten again in the next hour", () => {
  const burst = checkInAt([...Array(12).fill(5), 59, 60, 61, 119, 120, 3_600, 3_601]);
  const answers = burst.map(({ accepted }) => (accepted ? "yes" : "no")).join(" ");
  expect(answers).toBe(`${"yes ".repeat(10)}no no no yes no no yes yes yes`);
});

test("a refusal ends with the next minute", () => {
  expect(checkInAt(Array(11).fill(5)).at(-1)).toMatchObject({
    accepted: false,
    remaining: 0,
    resetAt: after(60),
  });
});

test("while check-ins remain the count resets with the hour, then with the minute", () => {
  const resets = checkInAt([...Array(11).fill(5), 61, 3_600]).map(({ resetAt }) => resetAt);
  expect(resets).toEqual([...Array(9).fill(after(3_600)), after(60), after(60), after(120), after(7_200)]);
});

test("a job that runs every minute is never refused, whatever the second", () => {
  const aMinutelyDay = fc.array(fc.integer({ min: 0, max: 59 }), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(aMinutelyDay, (seconds) => {
      const decisions = checkInAt(seconds.map((second, minute) => minute * 60 + second));
      expect(decisions.every(({ accepted }) => accepted)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("at most ten check-ins and one for each minute are accepted in an hour", () => {
  const anySeconds = fc.array(fc.integer({ min: 0, max: 7_199 }), { maxLength: 400 });
  fc.assert(
    fc.property(anySeconds, (drawn) => {
      const seconds = drawn.sort((a, b) => a - b);
      const accepted = checkInAt(seconds).flatMap(({ accepted }, i) => (accepted ? (seconds[i] ?? 0) : []));
      for (const hour of [0, 1]) {
        const count = accepted.filter((second) => Math.floor(second / 3_600) === hour).length;
        expect(count).toBeLessThanOrEqual(HOURLY_BURST + 60);
      }
    }),
  );
});

test("the first refused check-in of each clock minute is kept", () => {
  const kept: Date[] = [];
  for (const seconds of [5, 6, 59, 60, 61, 200]) {
    const minute = refusedMinuteToKeep(kept.at(-1) ?? null, after(seconds));
    if (minute) kept.push(minute);
  }
  expect(kept).toEqual([after(0), after(60), after(180)]);
});
