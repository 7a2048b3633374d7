import fc from "fast-check";
import { expect, test } from "vitest";
import { monthOf, neighbours, parseMonth } from "./report-month";

const tuesday = new Date("2026-03-10T12:00Z");

test("a month begins and ends at midnight by the clocks of the zone, also if they are turned in it", () => {
  expect(parseMonth("2026-03", "Europe/Riga", tuesday)).toEqual({
    name: "2026-03",
    start: new Date("2026-02-28T22:00Z"),
    end: new Date("2026-03-31T21:00Z"),
  });
});

test.each([
  ["no month", undefined, "2026-03"],
  ["what is no month", "2026-13", "2026-03"],
  ["a month that has not begun", "2026-04", "2026-03"],
  ["a month that is not kept any more", "2024-02", "2026-03"],
  ["the first month that is kept", "2024-03", "2024-03"],
])("%s (%s) leads to %s", (_, given, expected) => {
  expect(parseMonth(given, "UTC", tuesday).name).toBe(expected);
});

test("the current month has none after it, and the first one that is kept none before it", () => {
  const current = neighbours(parseMonth(undefined, "UTC", tuesday), "UTC", tuesday);
  expect([current.before?.name, current.after]).toEqual(["2026-02", null]);
  const first = neighbours(parseMonth("2024-03", "UTC", tuesday), "UTC", tuesday);
  expect([first.before, first.after?.name]).toEqual([null, "2024-04"]);
});

test("the months of a zone follow each other without a gap, and each instant is in the one that is named after it", () => {
  const zone = fc.constantFrom("UTC", "Europe/Riga", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia");
  const instant = fc
    .integer({ min: Date.UTC(2024, 4), max: Date.UTC(2026, 1, 15) })
    .map((ms) => new Date(ms));
  fc.assert(
    fc.property(zone, instant, (timeZone, at) => {
      const month = monthOf(at, timeZone);
      expect(month.start <= at && at < month.end).toBe(true);
      expect(neighbours(month, timeZone, tuesday).after?.start).toEqual(month.end);
      expect(neighbours(month, timeZone, tuesday).before?.end).toEqual(month.start);
    }),
  );
});
