import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { runsFor } from "@/testing/runs";
import { aDailySnitch } from "@/testing/snitch-state";
import { isInSummaryOfHold, suspiciouslyQuiet } from "./alert-hold";

const ten = new Date("2026-03-10T10:00Z");
const eleven = new Date("2026-03-10T11:00Z");
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

const hourly = (given: { arrivalsMs?: number[]; deadline?: Date } = {}) =>
  aDailySnitch({ interval: "hourly", status: "healthy", deadline: eleven, ...given });
const five = (given = {}) =>
  [0, 1, 2, 3, 4].map((i) => ({ snitch: hourly(), network: `n${i % 2}`, keptPeriods: 9, ...given }));

test("five reliable snitches of two networks that were all expected after the last check-in are suspicious", () => {
  expect(suspiciouslyQuiet(five(), ten)).toHaveLength(5);
  expect(suspiciouslyQuiet(five(), after(ten, 1))).toEqual([]);
  expect(suspiciouslyQuiet(five().slice(1), ten)).toEqual([]);
  expect(suspiciouslyQuiet(five({ network: "n" }), ten)).toEqual([]);
  expect(suspiciouslyQuiet(five({ keptPeriods: 8 }), ten)).toEqual([]);
});

test("a job with a usual time is expected from then on", () => {
  const arrivalsMs = [50, 51, 52].map((minutes) => minutes * MINUTE_MS);
  const due = five({ snitch: hourly({ arrivalsMs }) });
  expect(suspiciouslyQuiet(due, after(ten, 50 * MINUTE_MS))).toHaveLength(5);
  expect(suspiciouslyQuiet(due, after(ten, 50 * MINUTE_MS + 1))).toEqual([]);
});

/** A generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often alerts would be held in a year if these hourly jobs skip runs independently of each other. */
function falseHoldsInAYear(jobs: number, skips: number, seed: number): number {
  const random = randomFrom(seed);
  const kept = Array.from({ length: jobs }, () => Array.from({ length: 10 }, () => true));
  let lastArrival = ten;
  let holds = 0;
  for (let hour = 0; hour < 365 * 24; hour += 1) {
    const start = after(ten, hour * HOUR_MS);
    const ran = kept.map(() => random() >= skips);
    const due = kept.flatMap((periods, i) =>
      ran[i]
        ? []
        : {
            snitch: hourly({ deadline: after(start, HOUR_MS) }),
            network: `n${i % 2}`,
            keptPeriods: periods.slice(-10).filter(Boolean).length,
          },
    );
    if (ran.some(Boolean)) lastArrival = after(start, (10 + jobs) * MINUTE_MS);
    if (suspiciouslyQuiet(due, lastArrival).length > 0) holds += 1;
    for (const [i, periods] of kept.entries()) periods.push(ran[i] ?? false);
  }
  return holds;
}

const YEARS = runsFor("lib/rules/notifications/alert-hold.pure.test.ts");

test("jobs that skip one run in a hundred cause no false hold, and one in ten less than one a year", () => {
  const years = Array.from({ length: YEARS }, (_, seed) => seed);
  const holds = (skips: number) => years.reduce((sum, seed) => sum + falseHoldsInAYear(6, skips, seed), 0);
  expect(holds(0.01)).toBe(0);
  expect(holds(0.1)).toBeLessThan(YEARS);
});

test("the summary of a hold lists what was missed during the hold, and its end", () => {
  const holds = [{ startsAt: ten, endsAt: eleven }];
  const missing = { kind: "missing", at: after(ten, 1), silentSince: null } as const;
  expect(isInSummaryOfHold(missing, holds)).toBe(true);
  expect(isInSummaryOfHold({ ...missing, at: after(eleven, 1) }, holds)).toBe(false);
  expect(isInSummaryOfHold({ ...missing, silentSince: after(ten, -1) }, holds)).toBe(false);
  expect(isInSummaryOfHold({ ...missing, kind: "reporting" }, holds)).toBe(false);
  expect(isInSummaryOfHold({ kind: "reporting", at: after(eleven, 1), silentSince: ten }, holds)).toBe(true);
  expect(isInSummaryOfHold({ kind: "errored", at: after(ten, 1), silentSince: ten }, holds)).toBe(false);
});
