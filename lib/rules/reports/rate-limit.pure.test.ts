import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countCheckIn,
  countedHourOf,
  countSignal,
  countsOfLate,
  HOURLY_BURST,
  NO_RATE_COUNTS,
  type RateCounts,
  refusedMinuteToKeep,
  SIGNALS_PER_MINUTE,
  slotMsFor,
  uncounted,
} from "./rate-limit";

const tuesday = new Date("2026-03-10T10:00:00Z");
const after = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);

const checkInAt = (seconds: number[]) => {
  let counts: Parameters<typeof countCheckIn>[0] = NO_RATE_COUNTS;
  return seconds.map((second) => {
    const decision = countCheckIn(counts, after(second));
    counts = decision.counts;
    return decision;
  });
};

test("ten in an hour are accepted, then one in each clock minute, and ten again in the next hour", () => {
  const burst = checkInAt([...Array(12).fill(5), 59, 60, 61, 119, 120, 3_600, 3_601]);
  const responses = burst.map(({ accepted }) => (accepted ? "yes" : "no")).join(" ");
  expect(responses).toBe(`${"yes ".repeat(10)}no no no yes no no yes yes yes`);
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

test.each([
  [30, 15_000],
  [45, 22_500],
  [59, 29_500],
  [60, 60_000],
  [3_600, 60_000],
])("with %i seconds between two runs, a slot has %i ms", (seconds, slotMs) => {
  expect(slotMsFor({ shortestMs: seconds * 1_000 })).toBe(slotMs);
});

const listAccepted = (seconds: number[], slotMs?: number) => {
  let counts: Parameters<typeof countCheckIn>[0] = NO_RATE_COUNTS;
  return seconds.filter((second) => {
    const decision = countCheckIn(counts, after(second), slotMs);
    counts = decision.counts;
    return decision.accepted;
  });
};

test("a job that runs every 30 to 59 seconds is never refused, although it is a quarter of a gap early or late", () => {
  const job = fc.record({
    gap: fc.integer({ min: 30, max: 59 }),
    late: fc.array(fc.double({ min: -0.24, max: 0.24, noNaN: true }), { minLength: 300, maxLength: 300 }),
  });
  fc.assert(
    fc.property(job, ({ gap, late }) => {
      const seconds = late.map((share, i) => (i + 1 + share) * gap);
      expect(listAccepted(seconds, slotMsFor({ shortestMs: gap * 1_000 }))).toEqual(seconds);
    }),
    { numRuns: 30 },
  );
});

test("a flood on such a job has ten in an hour and one in each half gap, and its response says until when", () => {
  const flood = Array.from({ length: 3_600 }, (_, second) => second);
  expect(listAccepted(flood, 15_000)).toHaveLength(10 + 239);
  expect(listAccepted(flood)).toHaveLength(10 + 59);
  const counts = { countedHour: after(0), hourCount: HOURLY_BURST, countedMinute: after(45) };
  expect(countCheckIn(counts, after(59), 15_000)).toEqual({
    accepted: false,
    counts,
    remaining: 0,
    resetAt: after(60),
    limit: "check_ins",
    slotMs: 15_000,
  });
});

test("nothing is counted at first, and the first check-in begins an hour and a minute", () => {
  expect(NO_RATE_COUNTS).toEqual({
    countedHour: null,
    hourCount: 0,
    countedMinute: null,
    signalMinute: null,
    signalCount: 0,
    refusedMinute: null,
  });
  expect(countCheckIn(NO_RATE_COUNTS, after(61))).toEqual({
    accepted: true,
    counts: { countedHour: after(0), hourCount: 1, countedMinute: after(60) },
    remaining: 9,
    resetAt: after(3_600),
    limit: "check_ins",
  });
  expect(countedHourOf(after(3_599))).toEqual(after(0));
});

test("a refusal counts nothing", () => {
  const counts = { countedHour: after(0), hourCount: HOURLY_BURST, countedMinute: after(60) };
  expect(countCheckIn(counts, after(119))).toEqual({
    accepted: false,
    counts,
    remaining: 0,
    resetAt: after(120),
    limit: "check_ins",
  });
});

test("a check-in that arrives out of order counts for the later hour and minute", () => {
  const counts = { countedHour: after(3_600), hourCount: 4, countedMinute: after(3_660) };
  expect(countCheckIn(counts, after(3_590))).toMatchObject({
    accepted: true,
    counts: { ...counts, hourCount: 5 },
    resetAt: after(7_200),
  });
});

test.each([
  [null, 5, after(0)],
  [null, 3_599, after(3_540)],
  [after(0), 59, null],
  [after(0), 60, after(60)],
  [after(60), 59, null],
])("after the refusal of minute %j, one at second %i is kept as that of %j", (before, seconds, minute) => {
  expect(refusedMinuteToKeep(before, after(seconds))).toEqual(minute);
});

/** What has been counted in the first hour, and of signals in its minute `signalMinute`. */
const counted = (hourCount: number, signalMinute: Date | null, signalCount: number): RateCounts => ({
  ...NO_RATE_COUNTS,
  countedHour: after(0),
  hourCount,
  countedMinute: after(0),
  signalMinute,
  signalCount,
});

test.each<[string, RateCounts, number, boolean, object]>([
  ["the first signal", NO_RATE_COUNTS, 61, true, { signalMinute: after(60), signalCount: 1 }],
  ["the sixth of a minute", counted(3, after(60), 5), 119, true, { signalMinute: after(60), signalCount: 6 }],
  ["the seventh", counted(3, after(60), 6), 119, false, counted(3, after(60), 6)],
  [
    "one of the next minute",
    counted(3, after(60), 6),
    120,
    true,
    { signalMinute: after(120), signalCount: 1 },
  ],
  ["one out of order", counted(3, after(60), 5), 59, true, { signalMinute: after(60), signalCount: 6 }],
])("%s is counted apart from the check-ins", (_, before, seconds, accepted, signalCounts) => {
  const { countedHour, hourCount, countedMinute } = before;
  const decision = countSignal(before, after(seconds));
  expect(decision).toEqual({
    accepted,
    counts: { countedHour, hourCount, countedMinute },
    signalCounts,
    remaining: accepted ? HOURLY_BURST - hourCount : 0,
    resetAt: accepted ? after(3_600) : after(120),
    limit: "signals",
  });
});

test("no clock minute has more than six signals, whenever they come", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 299 }), { maxLength: 100 }), (drawn) => {
      let counts: Parameters<typeof countSignal>[0] = NO_RATE_COUNTS;
      const accepted = new Map<number, number>();
      for (const second of drawn.toSorted((one, other) => one - other)) {
        const decision = countSignal(counts, after(second));
        counts = { ...counts, ...decision.signalCounts };
        const minute = Math.floor(second / 60);
        if (decision.accepted) accepted.set(minute, (accepted.get(minute) ?? 0) + 1);
      }
      const asked = (minute: number) => drawn.filter((second) => Math.floor(second / 60) === minute).length;
      expect([...accepted]).toEqual(
        [...accepted.keys()].map((minute) => [minute, Math.min(asked(minute), SIGNALS_PER_MINUTE)]),
      );
    }),
  );
});

test.each([
  [counted(HOURLY_BURST + 2, null, 0), 3_599, 0],
  [counted(4, null, 0), 3_599, 6],
  [counted(4, null, 0), 3_600, 10],
  [counted(4, null, 0), -1, 6],
  [NO_RATE_COUNTS, 5, 10],
])("what is not counted leaves as many check-ins as there were", (before, seconds, remaining) => {
  expect(uncounted(before, after(seconds)).remaining).toBe(remaining);
});

test("what had been counted then is the check-ins of the hour, and the signals of the minute", () => {
  const at = after(125);
  const requests = [
    { at: after(10), isSignal: false },
    { at: after(70), isSignal: false },
    { at: after(70), isSignal: true },
    { at: after(120), isSignal: true },
    { at: after(179), isSignal: true },
    { at: after(180), isSignal: true },
  ];
  const expected = {
    countedHour: after(0),
    hourCount: 2,
    countedMinute: null,
    signalMinute: after(120),
    signalCount: 2,
  };
  expect(countsOfLate(requests, at)).toEqual(expected);
  expect(countsOfLate([...requests, { at, isSignal: false }], at)).toEqual({
    ...expected,
    hourCount: 3,
    countedMinute: after(120),
  });
});

test("a late check-in of the same minute and another half gap leaves the slot free", () => {
  const requests = [{ at: after(121), isSignal: false }];
  expect(countsOfLate(requests, after(150), 15_000).countedMinute).toBeNull();
  expect(countsOfLate(requests, after(134), 15_000).countedMinute).toEqual(after(120));
});
