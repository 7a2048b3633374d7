import { expect, test } from "vitest";
import { HOUR_MS } from "../durations";
import { calendarTerms } from "./schedule-terms";
import { clockShift, zoneAhead } from "./zone-shift";

const daily = { ...calendarTerms("daily"), schedule: "30 7 * * *", timezone: "UTC" };
const at = (times: string[]) => times.map((time, i) => new Date(`2026-11-0${i + 2}T${time}Z`));

test("five check-ins at the same whole hour off their runs are on another clock", () => {
  const checkIns = at(["05:30:04", "05:31:59", "05:30:10", "05:29:01", "05:32:30"]);
  expect(clockShift(daily, checkIns)).toBe(2 * HOUR_MS);
  expect(zoneAhead(daily, 2 * HOUR_MS, checkIns, ["Europe/Berlin", "Europe/Riga"])).toBe("Europe/Riga");
  expect(zoneAhead(daily, 2 * HOUR_MS, checkIns, ["Europe/Berlin"])).toBeNull();
});

test("a half hour counts, and a clock can be behind", () => {
  const checkIns = at(["11:00:04", "11:01:00", "11:00:10", "11:00:01", "11:00:30"]);
  expect(clockShift(daily, checkIns)).toBe(-3.5 * HOUR_MS);
});

test.each([
  ["come at their time", ["07:30:04", "07:31:00", "07:30:10", "07:33:00", "07:30:30"]],
  ["differ", ["05:30:04", "05:31:00", "06:30:10", "05:30:01", "05:30:30"]],
  ["are a quarter of an hour off", ["05:45:00", "05:45:00", "05:45:00", "05:45:00", "05:45:00"]],
  ["are too few", ["05:30:00", "05:30:00", "05:30:00", "05:30:00"]],
])("check-ins that %s say nothing about the zone", (_, times) => {
  expect(clockShift(daily, at(times))).toBeNull();
});

test("an interval and “every” have no clock", () => {
  const checkIns = at(["05:30:04", "05:30:59", "05:30:10", "05:30:01", "05:30:30"]);
  expect(clockShift(calendarTerms("daily"), checkIns)).toBeNull();
  expect(clockShift({ ...daily, schedule: "every day" }, checkIns)).toBeNull();
});
