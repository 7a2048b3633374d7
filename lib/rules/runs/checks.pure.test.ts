import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarTerms } from "../schedule/schedule-terms";
import { applySignal } from "./apply-signal";
import { findFailedCheck } from "./checks";
import { NO_FACTS, type Run } from "./run";
import { NO_RUN_TERMS } from "./terms";

const run = { reportedMs: null, durationMs: 60_000, metrics: { rows: 5 } };

test("the first check that is not passed is named, of those that know what is usual after the others", () => {
  const usual = Array.from({ length: 5 }, () => ({ ...run, metrics: { rows: 50 } }));
  expect(findFailedCheck(["duration < 2 min", "metric.rows >= 5"], run, [])).toBeNull();
  expect(findFailedCheck(["metric.rows < 5", "duration < 1 min"], run, [])).toBe("metric.rows < 5");
  expect(findFailedCheck(["metric.rows > 50% of usual", "duration < 1 min"], run, usual)).toBe(
    "duration < 1 min",
  );
  expect(findFailedCheck(["duration < 2 min", "metric.rows > 50% of usual"], run, usual)).toBe(
    "metric.rows > 50% of usual",
  );
});

test("an unknown duration is not checked", () => {
  expect(findFailedCheck(["duration > 1 h"], { ...run, durationMs: null }, [])).toBeNull();
});

test("a number that is missing fails only a check that does not compare it with earlier runs", () => {
  const usual = Array.from({ length: 20 }, () => run);
  const without = { ...run, metrics: {} };
  expect(findFailedCheck(["metric.rows > 50% of usual"], without, usual)).toBeNull();
  expect(findFailedCheck(["metric.rows changes within 2 runs"], without, usual)).toBeNull();
  expect(findFailedCheck(["metric.rows > 0"], without, usual)).toBe("metric.rows > 0");
});

const DAY_MS = 86_400_000;
const tuesday = new Date("2026-03-10T03:00Z").getTime();

type Report = { rows: number | null; exitStatus: string };

/** What each of these daily reports fails, one after another. */
function failuresOf(reports: Report[], checks: string[]): (string | null)[] {
  const runs: Run[] = [];
  for (const [day, { rows, exitStatus }] of reports.entries()) {
    const signal = {
      ...NO_FACTS,
      id: `019e677c-0c80-7a41-8c02-${String(day).padStart(12, "0")}`,
      at: new Date(tuesday + day * DAY_MS),
      kind: "finish" as const,
      rid: null,
      exclusive: false,
      exitStatus,
      outputId: null,
      isRun: true,
      metrics: (rows === null ? {} : { rows }) as Record<string, number>,
    };
    const terms = { ...calendarTerms("daily"), ...NO_RUN_TERMS, checks, runs };
    runs.push(...applySignal(null, signal, terms).changed);
  }
  return runs.map(({ failedCheck }) => failedCheck);
}

const ok = (...rows: (number | null)[]): Report[] =>
  rows.map((number) => ({ rows: number, exitStatus: "0" }));
const HALF = "metric.rows > 50% of usual";
const countFailures = (reports: Report[], check = HALF) =>
  failuresOf(reports, [check]).filter((failed) => failed !== null).length;

test("five runs show what is usual; until then each passes", () => {
  expect(countFailures(ok(100, 100, 100, 100, 1))).toBe(0);
  expect(failuresOf(ok(100, 100, 100, 100, 100, 1), [HALF]).at(-1)).toBe(HALF);
});

test("a half fails, a little more does not, and a usual of 0 never does", () => {
  const usual = ok(90, 100, 110, 100, 100);
  expect(countFailures([...usual, ...ok(50)])).toBe(1);
  expect(countFailures([...usual, ...ok(51)])).toBe(0);
  expect(countFailures(ok(0, 0, 0, 0, 0, 0, -5, 7))).toBe(0);
  expect(countFailures(ok(0, 0, 0, 0, 0, 7), "metric.rows < 300% of usual")).toBe(0);
});

test.each([[10], [1_000]])(
  "a lasting change of level from 100 to %d is learnt after about ten runs",
  (level) => {
    const check = level < 100 ? HALF : "metric.rows < 200% of usual";
    const failures = failuresOf([...ok(...Array(30).fill(100)), ...ok(...Array(30).fill(level))], [check]);
    const failed = failures.flatMap((one, day) => (one === null ? [] : [day]));
    expect(failed).toEqual(Array.from({ length: failed.length }, (_, index) => 30 + index));
    expect(failed.length).toBeGreaterThanOrEqual(10);
    expect(failed.length).toBeLessThanOrEqual(11);
  },
);

test("an outlier among twenty runs changes nothing for the others", () => {
  const usual = ok(...Array(19).fill(100));
  expect(countFailures([...usual.slice(0, 10), ...ok(1_000_000), ...usual])).toBe(0);
  expect(countFailures([...usual.slice(0, 10), ...ok(0), ...usual, ...ok(0)])).toBe(2);
});

test("a run that reported an error, or failed another check, shows nothing", () => {
  const failed = Array.from({ length: 20 }, (): Report => ({ rows: 1, exitStatus: "1" }));
  expect(countFailures([...ok(100, 100, 100, 100, 100), ...failed, ...ok(2)])).toBe(1);
  const empty = ok(...Array(20).fill(-1));
  const failures = failuresOf(
    [...ok(100, 100, 100, 100, 100), ...empty, ...ok(2)],
    [HALF, "metric.rows > 0"],
  );
  expect(failures.at(-1)).toBe(HALF);
});

test("a number that stays the same within some runs fails, and one that changes does not", () => {
  const check = "metric.rows changes within 3 runs";
  const days = (...rows: (number | null)[]) =>
    failuresOf(ok(...rows), [check]).flatMap((one, day) => (one ? [day] : []));
  expect(days(7, 7)).toEqual([]);
  expect(days(7, 7, 7)).toEqual([2]);
  expect(days(7, 8, 7, 7, 7, 7, 9, 7)).toEqual([4, 5]);
  expect(days(7, null, 7, null, 7)).toEqual([4]);
});

/** By definition, for one metric: reads all reports again for each one. */
function naive(reports: Report[], percent: number): boolean[] {
  const failed: boolean[] = [];
  for (let day = 0; day < reports.length; day += 1) {
    const usual: (number | null)[] = [];
    for (let before = 0; before < day; before += 1) {
      const { rows, exitStatus } = reports[before] as Report;
      if (exitStatus === "0" && rows !== null && rows >= 1) usual.push(rows);
    }
    const last = usual.slice(-20).sort((one, other) => Number(one) - Number(other)) as number[];
    const { length } = last;
    const median = (Number(last[(length - 1) >> 1]) + Number(last[length >> 1])) / 2;
    const { rows, exitStatus } = reports[day] as Report;
    failed.push(
      exitStatus === "0" && rows !== null && rows >= 1 && length >= 5 && rows <= (median * percent) / 100,
    );
  }
  return failed;
}

test("random histories fail as a naive median says", () => {
  const report = fc.record({
    rows: fc.oneof(fc.integer({ min: 80, max: 120 }), fc.constantFrom(null, 0, 10, 50, 1_000)),
    exitStatus: fc.constantFrom("0", "0", "0", "0", "3"),
  });
  fc.assert(
    fc.property(fc.array(report, { maxLength: 80 }), fc.integer({ min: 1, max: 150 }), (reports, percent) => {
      const check = `metric.rows > ${percent}% of usual`;
      const failures = failuresOf(reports, [check, "metric.rows >= 1"]);
      expect(failures.map((failed) => failed === check)).toEqual(naive(reports, percent));
    }),
  );
});
