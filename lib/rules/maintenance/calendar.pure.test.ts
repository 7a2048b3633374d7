import { expect, test } from "vitest";
import { buildCalendar, daysFrom } from "./calendar";

const at = (text: string) => new Date(`${text}Z`);

test("days begin at midnight in the zone, and one with a change of the clock is shorter or longer", () => {
  const days = daysFrom(at("2026-03-28T12:00"), 3, "Europe/Riga");
  expect(days.map(({ start, end }) => (end.getTime() - start.getTime()) / 3_600_000)).toEqual([24, 23, 24]);
  expect(days[0]?.start).toEqual(at("2026-03-27T22:00"));
  expect(days.map(({ start }) => start).slice(1)).toEqual(days.map(({ end }) => end).slice(0, -1));
});

test("a window is in each day that it overlaps, and not in one that it touches", () => {
  const days = daysFrom(at("2026-03-10T12:00"), 4, "UTC");
  const window = { id: "1", name: "Move", startsAt: at("2026-03-10T22:00"), endsAt: at("2026-03-13T00:00") };

  const parts = buildCalendar(days, [window]).map(({ entries }) =>
    entries.map(({ startsHere, endsHere }) => [startsHere, endsHere]),
  );

  expect(parts).toEqual([[[true, false]], [[false, false]], [[false, true]], []]);
});
