import fc from "fast-check";
import { expect, test } from "vitest";
import { toClockTime, toInstant } from "./zoned-time";

const clock = (time: string) => Date.parse(`${time}Z`);

const TIMES: [zone: string, clock: string, instant: string, why: string][] = [
  ["UTC", "2026-03-10T09:00", "2026-03-10T09:00Z", "UTC is itself"],
  ["Europe/Berlin", "2026-03-10T09:00", "2026-03-10T08:00Z", "winter"],
  ["Europe/Berlin", "2026-07-10T09:00", "2026-07-10T07:00Z", "summer"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30Z", "a skipped time is an hour later"],
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30Z", "a repeated time is the first"],
  ["America/New_York", "2026-03-09T09:00", "2026-03-09T13:00Z", "the day after the change"],
  ["Asia/Kathmandu", "2026-03-10T09:00", "2026-03-10T03:15Z", "an offset of 5:45"],
  ["Australia/Lord_Howe", "2026-04-05T09:00", "2026-04-04T22:30Z", "a change of half an hour"],
  ["Pacific/Kiritimati", "2026-03-10T09:00", "2026-03-09T19:00Z", "14 hours ahead"],
  ["Pacific/Apia", "2011-12-30T09:00", "2011-12-30T19:00Z", "a skipped day is a day later"],
];

test.each(TIMES)("in %s, %s is %s: %s", (zone, time, instant) => {
  expect(toInstant(clock(time), zone)).toEqual(new Date(instant));
});

test("an instant is found again by what the clocks showed, up to the hour that they show twice", () => {
  const zones = ["UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe"];
  const seconds = fc.integer({ min: Date.UTC(2020) / 1_000, max: Date.UTC(2040) / 1_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
      const at = new Date(second * 1_000);
      const found = toInstant(toClockTime(at, zone), zone);
      expect(toClockTime(found, zone)).toBe(toClockTime(at, zone));
      expect(found.getTime()).toBeLessThanOrEqual(at.getTime());
    }),
  );
});
