import fc from "fast-check";
import { expect, test } from "vitest";
import { toClockTime } from "../../schedule/zoned-time";
import { AXIS_UNITS, axisTicks, slotAt, slotStart, TIMELINE_RANGES, timelineAxis, toUnits } from "./axis";

const tuesday = new Date("2026-03-10T14:20:31Z");
const written = (ticks: Date[]) => ticks.map((at) => at.toISOString().slice(5, 16));

test("the ticks of a day are every three hours of the reader's clock", () => {
  expect(written(axisTicks(timelineAxis("24h", tuesday), "Asia/Kathmandu"))).toEqual([
    // 21:00 there is 15:15 UTC.
    "03-09T15:15",
    "03-09T18:15",
    "03-09T21:15",
    "03-10T00:15",
    "03-10T03:15",
    "03-10T06:15",
    "03-10T09:15",
    "03-10T12:15",
    "03-10T15:15",
    "03-10T18:15",
  ]);
});

test("the ticks of a week are midnights, also when the clock is turned", () => {
  const friday = new Date("2026-03-27T12:00Z");
  expect(written(axisTicks(timelineAxis("7d", friday), "Europe/Riga")).slice(-3)).toEqual([
    "03-26T22:00",
    "03-27T22:00",
    // Riga's clock goes one hour forward on Sunday, 29 March.
    "03-28T22:00",
  ]);
});

const zone = fc.constantFrom(
  "UTC",
  "Europe/Riga",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
);
const range = fc.constantFrom(...TIMELINE_RANGES);
const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }).map((ms) => new Date(ms));

test("for any range, zone and time there are 4 to 13 ticks, in order, on the axis, on whole hours of the clock", () => {
  fc.assert(
    fc.property(range, zone, instant, (chosen, timeZone, now) => {
      const axis = timelineAxis(chosen, now);
      const ticks = axisTicks(axis, timeZone);
      expect(ticks.length).toBeGreaterThanOrEqual(4);
      expect(ticks.length).toBeLessThanOrEqual(13);
      for (const [i, tick] of ticks.entries()) {
        expect(tick.getTime()).toBeGreaterThanOrEqual(axis.fromMs);
        expect(tick.getTime()).toBeLessThan(axis.toMs);
        if (i > 0) expect(tick.getTime()).toBeGreaterThan(ticks[i - 1]?.getTime() ?? 0);
        // Lord Howe turns its clock by half an hour, and a time that it skips is that much later.
        expect(toClockTime(tick, timeZone) % 1_800_000).toBe(0);
      }
    }),
  );
});

test("the current time is four fifths along every axis", () => {
  fc.assert(
    fc.property(range, instant, (chosen, now) => {
      const axis = timelineAxis(chosen, now);
      expect(toUnits(axis, now.getTime())).toBeCloseTo(AXIS_UNITS * 0.8, 6);
    }),
  );
});

test("a slot contains the instant that it was chosen by, and begins where choosing its start begins", () => {
  fc.assert(
    fc.property(range, zone, instant, (chosen, timeZone, at) => {
      const start = slotStart(chosen, at, timeZone);
      const { fromMs, toMs } = slotAt(chosen, start);
      expect(fromMs).toBeLessThanOrEqual(at.getTime());
      expect(toMs).toBeGreaterThan(at.getTime());
      expect(slotStart(chosen, start, timeZone)).toEqual(start);
    }),
  );
});
