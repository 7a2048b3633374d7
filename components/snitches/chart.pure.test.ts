import { expect, test } from "vitest";
import type { Interval } from "@/lib/rules/interval";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { timeMarksFor } from "./chart";

const monday = new Date("2026-03-02T00:00Z");
const DAY = 86_400_000;

test.each<[Interval, number, string[]]>([
  ["hourly", DAY / 24, ["0 min", "15 min", "30 min", "45 min", "60 min"]],
  ["8_hour", DAY / 3, ["0 h", "2 h", "4 h", "6 h", "8 h"]],
  ["daily", DAY, ["00:00", "06:00", "12:00", "18:00", "00:00"]],
  ["weekly", 7 * DAY, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"]],
  ["monthly", 31 * DAY, ["0 d", "7 d", "14 d", "21 d", "28 d"]],
])("the axis of a period that is %s has the marks that people know", (interval, lengthMs, words) => {
  const marks = timeMarksFor(interval, monday, lengthMs, DEFAULT_DISPLAY);
  expect(marks.map((mark) => mark.words)).toEqual(words);
});

test.each<[Interval, number, [hours: number, words: string][]]>([
  [
    "daily",
    DAY,
    [0.25, 6.25, 12.25, 18.25].map((hours, i) => [hours, ["06:00", "12:00", "18:00", "00:00"][i] ?? ""]),
  ],
  [
    "weekly",
    7 * DAY,
    ["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"].map((day, i) => [18.25 + 24 * i, day]),
  ],
])(
  "for a reader in Kathmandu, the axis of a period that is %s has their hours and days",
  (interval, lengthMs, marks) => {
    const display = { ...DEFAULT_DISPLAY, zone: "Asia/Kathmandu" };
    expect(timeMarksFor(interval, monday, lengthMs, display)).toEqual(
      marks.map(([hours, words]) => ({ ms: hours * 3_600_000, words })),
    );
  },
);
