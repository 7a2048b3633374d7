import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NO_FACTS } from "@/lib/rules/runs/run";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { checkInAt, settingsWith } from "@/testing/history-of";
import { adviseGrace, findTooShortGrace, listDelaysMs, MIN_RUNS } from "./advise-grace";
import { maxGraceMinutes } from "./smallest-grace";

const tuesday = new Date("2026-03-10T00:00Z");
const terms = (schedule: string | null, grace: number | null = 0): ScheduleTerms => ({
  interval: "daily",
  schedule,
  timezone: "UTC",
  grace,
  early: null,
  active: null,
});
const atThree = settingsWith(terms("0 3 * * *"));
const minutes = (...delays: number[]) => delays.map((minute) => minute * MINUTE_MS);
const runs = (count: number, minute: number) => minutes(...Array<number>(count).fill(minute));

test("after one check-in, and after nineteen, no grace is suggested", () => {
  expect(adviseGrace(atThree, [0])).toEqual({ kind: "too_few_runs", runs: 1 });
  expect(adviseGrace(atThree, runs(19, 5))).toEqual({ kind: "too_few_runs", runs: 19 });
  expect(adviseGrace(atThree, [])).toEqual({ kind: "too_few_runs", runs: 0 });
});

test("from twenty runs on, a grace is what 99 % of them kept within, and a fifth more", () => {
  expect(adviseGrace(atThree, [...runs(19, 3), ...minutes(11)])).toEqual({
    kind: "grace",
    minutes: 14,
    runs: 20,
    p99Ms: 11 * MINUTE_MS,
  });
  // One of 200 that was very late is not what the job usually does.
  expect(adviseGrace(atThree, [...runs(199, 5), ...minutes(300)])).toMatchObject({ minutes: 6 });
  expect(adviseGrace(atThree, runs(20, 0))).toMatchObject({ minutes: 1 });
});

test.each([
  ["an interval", settingsWith(terms(null)), "interval"],
  ["a start grace", settingsWith(terms("0 3 * * *"), { startGrace: 600 }), "start_grace"],
  ["smart alerts", settingsWith(terms("0 3 * * *"), { alertType: "smart" }), "smart"],
] as const)("with %s a grace has no effect, and none is suggested", (_, settings, because) => {
  expect(adviseGrace(settings, runs(100, 3))).toEqual({ kind: "no_effect", because });
  expect(findTooShortGrace(settings, runs(100, 3))).toBeNull();
});

test("a job that is later than the time between two runs needs another schedule, and not a grace", () => {
  const hourly = settingsWith(terms("0 * * * *"));
  expect(adviseGrace(hourly, runs(20, 55))).toEqual({ kind: "none_fits", runs: 20 });
});

test("a grace that ends before the job usually reports is too short", () => {
  expect(findTooShortGrace(atThree, runs(3, 3))).toEqual({ graceMs: 0, usualMs: 3 * MINUTE_MS });
  expect(findTooShortGrace(settingsWith(terms("0 3 * * *", 300)), runs(3, 3))).toBeNull();
  // It is late now and then, and not usually.
  expect(findTooShortGrace(atThree, minutes(0, 0, 0, 9, 9))).toBeNull();
  expect(findTooShortGrace(atThree, runs(2, 3))).toBeNull();
});

test("the first report of each run counts, and of a job that reports its starts the start", () => {
  const at = (hours: number, given = {}) => ({
    ...checkInAt(new Date(tuesday.getTime() + hours * HOUR_MS)),
    ...given,
  });
  const signal = { ...NO_FACTS, rid: null, isInPath: true };
  const checkIns = [
    at(2.99),
    at(3.5),
    at(27, { signal: { ...signal, kind: "log" } }),
    at(27.1, { signal: { ...signal, kind: "start" } }),
    at(28, { signal: { ...signal, kind: "finish" } }),
    at(52),
  ];
  const delays = listDelaysMs(terms("0 3 * * *"), checkIns, tuesday).map((ms) => Math.round(ms / MINUTE_MS));
  expect(delays).toEqual([0, 6, 60]);
  expect(listDelaysMs(terms("every 2 hours"), [at(0), at(2), at(5), at(6)], tuesday)).toEqual([
    0,
    HOUR_MS,
    0,
  ]);
  expect(listDelaysMs(terms("0 3 * * *"), checkIns, new Date(tuesday.getTime() + DAY_MS))).toHaveLength(2);
});

const delays = fc.array(fc.integer({ min: 0, max: 30 * HOUR_MS }), { maxLength: 200 });
const settings = fc.constantFrom(
  atThree,
  settingsWith(terms("*/20 * * * *", null)),
  settingsWith(terms("every 45 minutes", 600)),
  settingsWith(terms(null)),
  settingsWith(terms("0 3 * * *"), { alertType: "smart" }),
  settingsWith(terms("0 3 * * *"), { startGrace: 60 }),
);

test("whatever happened, a suggested grace is known from enough runs, has an effect, is possible, and has its margin", () => {
  fc.assert(
    fc.property(settings, delays, (tried, given) => {
      const advice = adviseGrace(tried, given);
      if (advice.kind !== "grace") return;
      expect(given.length).toBeGreaterThanOrEqual(MIN_RUNS);
      expect(tried.schedule !== null && tried.startGrace === null && tried.alertType === "basic").toBe(true);
      expect(advice.minutes).toBeGreaterThanOrEqual(1);
      expect(advice.minutes).toBeLessThanOrEqual(maxGraceMinutes(tried));
      const graceMs = advice.minutes * MINUTE_MS;
      expect(graceMs).toBeGreaterThanOrEqual(advice.p99Ms * 1.2);
      expect(given.filter((ms) => ms * 1.2 > graceMs).length).toBeLessThanOrEqual(given.length / 100);
      // Anyone who follows it is not warned.
      expect(findTooShortGrace({ ...tried, grace: advice.minutes * 60 }, given)).toBeNull();
    }),
  );
});

test("a job that gets later never gets a shorter grace", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2 * HOUR_MS), { minLength: MIN_RUNS, maxLength: 60 }),
      fc.nat(HOUR_MS),
      (given, more) => {
        const [before, after] = [
          adviseGrace(atThree, given),
          adviseGrace(
            atThree,
            given.map((ms) => ms + more),
          ),
        ];
        if (before.kind !== "grace" || after.kind !== "grace")
          throw new Error("A day has room for these delays.");
        expect(after.minutes).toBeGreaterThanOrEqual(before.minutes);
      },
    ),
  );
});
