import { expect, test } from "vitest";
import { clockTimeIn, snoozeChoices } from "./choices";

const tuesday = new Date("2026-03-10T10:37:12Z");

const wordsIn = (zone: string) =>
  snoozeChoices(tuesday, zone).map(({ label, detail }) => `${label}: ${detail}`);

test("a menu says when each snooze ends, as the reader’s clocks show it", () => {
  expect(wordsIn("Europe/Berlin")).toEqual([
    "1 hour: Tue 10 Mar, 12:37",
    "4 hours: Tue 10 Mar, 15:37",
    "Until tomorrow: Wed 11 Mar, 09:00",
    "Until Monday: Mon 16 Mar, 09:00",
  ]);
});

test.each([
  ["2026-03-10T09:00", Date.UTC(2026, 2, 10, 9)],
  ["2026-03-10T09:00:30", Date.UTC(2026, 2, 10, 9)],
  ["2026-13-10T09:00", null],
  ["+275760-09-13T00:00", null],
  ["tomorrow", null],
  ["", null],
])("the field “%s” means %s", (field, ms) => {
  expect(clockTimeIn(field)).toBe(ms);
});
