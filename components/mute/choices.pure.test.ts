import { expect, test } from "vitest";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { clockTimeIn, formatOption, muteChoices } from "./choices";

const tuesday = new Date("2026-03-10T10:37:12Z");
const berlin = { ...DEFAULT_DISPLAY, zone: "Europe/Berlin" };

const TIMES = [
  "1 hour (Tue 10 Mar, 12:37)",
  "4 hours (Tue 10 Mar, 15:37)",
  "Until tomorrow (Wed 11 Mar, 09:00)",
  "Until Monday (Mon 16 Mar, 09:00)",
];

test("snooze and pause have the same times, as the reader’s clocks show them, and then what each can wait for", () => {
  expect(muteChoices("snooze", tuesday, berlin).map(formatOption)).toEqual([
    ...TIMES,
    "Until it recovers (at most 30 days)",
  ]);
  expect(muteChoices("pause", tuesday, berlin).map(formatOption)).toEqual([
    ...TIMES,
    "Until it checks in again",
    "Until I unpause it",
  ]);
});

test("on a Sunday, tomorrow and Monday are one choice", () => {
  const sunday = new Date("2026-03-15T10:37:12Z");
  expect(muteChoices("snooze", sunday, berlin).map(formatOption)).toEqual([
    "1 hour (Sun 15 Mar, 12:37)",
    "4 hours (Sun 15 Mar, 15:37)",
    "Until tomorrow (Mon 16 Mar, 09:00)",
    "Until it recovers (at most 30 days)",
  ]);
});

test("in the night to a Monday, that morning and the Monday after it are offered", () => {
  const night = new Date("2026-11-30T00:50:00Z");
  expect(muteChoices("snooze", night, berlin).map(formatOption).slice(2, 4)).toEqual([
    "Until this morning (Mon 30 Nov, 09:00)",
    "Until next Monday (Mon 7 Dec, 09:00)",
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
