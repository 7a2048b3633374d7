import { expect, test } from "vitest";
import { formatClock, formatQuietHours, parseClock } from "./format-quiet-hours";

test.each([
  ["07:05", 425],
  ["7:05", 425],
  ["00:00", 0],
  ["23:59", 1_439],
  ["24:00", null],
  ["7", null],
  ["07:60", null],
  ["", null],
])("the time “%s” is %s minutes since midnight", (text, minutes) => {
  expect(parseClock(text)).toBe(minutes);
});

test("any time of the day is read as it is written", () => {
  for (let minutes = 0; minutes < 1_440; minutes += 1) expect(parseClock(formatClock(minutes))).toBe(minutes);
});

test("quiet hours in words", () => {
  const nights = { zone: "Europe/Berlin", from: 22 * 60, to: 7 * 60, days: [] };
  expect(formatQuietHours(nights)).toBe("22:00 to 07:00, every day, Europe/Berlin");
  expect(formatQuietHours({ ...nights, days: [7, 6] })).toBe(
    "22:00 to 07:00, Saturday, Sunday, Europe/Berlin",
  );
});
