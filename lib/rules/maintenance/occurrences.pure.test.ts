import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../durations";
import { occurrencesBetween } from "./occurrences";
import type { Maintenance } from "./window";

const at = (text: string) => new Date(`${text}Z`);
const written = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  `${startsAt.toISOString().slice(0, 16)} ${endsAt.toISOString().slice(0, 16)}`;

const weekly = (more: Partial<Extract<Maintenance, { schedule: string }>> = {}): Maintenance => ({
  id: "1",
  name: "Database upgrade",
  schedule: "0 2 * * 0",
  timezone: "UTC",
  duration: 7_200,
  endedEarlyAt: [],
  ...more,
});

const once: Maintenance = {
  id: "2",
  name: "Move",
  schedule: null,
  startsAt: at("2026-03-10T01:00"),
  endsAt: at("2026-03-10T03:00"),
};

test.each([
  ["2026-03-10T00:00", "2026-03-11T00:00", 1],
  ["2026-03-10T02:00", "2026-03-10T02:01", 1],
  ["2026-03-10T03:00", "2026-03-11T00:00", 0],
  ["2026-03-09T00:00", "2026-03-10T01:00", 0],
])("maintenance from 01:00 to 03:00 overlaps %s to %s %d times", (from, to, count) => {
  expect(occurrencesBetween(once, at(from), at(to))).toHaveLength(count);
});

test("a schedule has a window at each of its times, and one that is under way at the beginning counts", () => {
  const windows = occurrencesBetween(weekly(), at("2026-03-01T03:59"), at("2026-03-15T02:00"));
  expect(windows.map(written)).toEqual([
    "2026-03-01T02:00 2026-03-01T04:00",
    "2026-03-08T02:00 2026-03-08T04:00",
  ]);
});

test.each([
  // Sunday, 29 March: 02:00 to 03:00 does not exist. Cron runs a job of 02:00 right after it, at 03:00.
  ["Europe/Riga", "0 3 * * 0", "2026-03-29", "2026-03-29T01:00 2026-03-29T03:00"],
  // Sunday, 25 October: 03:00 to 04:00 comes twice.
  ["Europe/Riga", "0 2 * * 0", "2026-10-25", "2026-10-24T23:00 2026-10-25T01:00"],
  ["America/New_York", "0 1 * * 0", "2026-11-01", "2026-11-01T05:00 2026-11-01T07:00"],
  ["Australia/Lord_Howe", "0 1 * * 0", "2026-04-05", "2026-04-04T14:00 2026-04-04T16:00"],
])(
  "two hours in %s are two hours of real time, although the clock is turned",
  (timezone, schedule, day, expected) => {
    const noon = new Date(`${day}T12:00Z`);
    const windows = occurrencesBetween(
      weekly({ timezone, schedule }),
      new Date(noon.getTime() - 24 * HOUR_MS),
      noon,
    );
    expect(windows.map(written)).toEqual([expected]);
  },
);

test("a window that people ended ends then, and the others do not", () => {
  const ended = weekly({ endedEarlyAt: [at("2026-03-08T02:30"), at("2026-03-09T00:00")] });
  const windows = occurrencesBetween(ended, at("2026-03-01T00:00"), at("2026-03-15T00:00"));
  expect(windows.map(written)).toEqual([
    "2026-03-01T02:00 2026-03-01T04:00",
    "2026-03-08T02:00 2026-03-08T02:30",
  ]);
  expect(occurrencesBetween(ended, at("2026-03-08T02:30"), at("2026-03-08T04:00"))).toEqual([]);
});

describe("for any schedule, zone and range", () => {
  const maintenance = fc.record({
    schedule: fc.constantFrom(
      "0 * * * *",
      "30 2 * * *",
      "15 1-3 * * 0",
      "0 0 * * 5,6\n0 12 1 * *",
      "*-*-* 02:30",
    ),
    timezone: fc.constantFrom(
      "UTC",
      "Europe/Riga",
      "America/New_York",
      "America/Sao_Paulo",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
    ),
    duration: fc.integer({ min: 60, max: 604_800 }),
    endedEarlyAt: fc.array(
      fc.integer({ min: 0, max: 30 * 24 * 60 }).map((minutes) => new Date(TURN_MS + minutes * 60_000)),
      { maxLength: 3 },
    ),
  });
  // Two weeks with a change of the clock in Europe, in America and on Lord Howe are within these months.
  const TURN_MS = Date.UTC(2026, 9, 2);
  const instant = fc
    .integer({ min: 0, max: 45 * 24 * 60 })
    .map((minutes) => new Date(TURN_MS + minutes * 60_000));
  const range = fc
    .tuple(instant, instant)
    .map(([one, other]) => (one < other ? [one, other] : [other, one]) as [Date, Date]);

  test("each window overlaps the range, and lasts its duration unless it was ended", () => {
    fc.assert(
      fc.property(maintenance, range, (terms, [from, to]) => {
        for (const { startsAt, endsAt } of occurrencesBetween(weekly(terms), from, to)) {
          expect(startsAt < to && endsAt > from).toBe(true);
          const isEnded = terms.endedEarlyAt.some((at) => at.getTime() === endsAt.getTime());
          if (!isEnded) expect(endsAt.getTime() - startsAt.getTime()).toBe(terms.duration * 1_000);
        }
      }),
    );
  });

  test("a range has the windows of its two halves", () => {
    fc.assert(
      fc.property(maintenance, range, instant, (terms, [from, to], middle) => {
        fc.pre(from <= middle && middle <= to);
        const all = occurrencesBetween(weekly(terms), from, to).map(written);
        const halves = [[from, middle] as const, [middle, to] as const].flatMap(([start, end]) =>
          occurrencesBetween(weekly(terms), start, end).map(written),
        );
        expect([...new Set(halves)]).toEqual(all);
      }),
    );
  });
});
