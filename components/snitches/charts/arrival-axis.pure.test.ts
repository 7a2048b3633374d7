import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/schedule/interval";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { arrivalAxis } from "./arrival-axis";

const monday = new Date("2026-03-02T00:00Z");
const kathmandu = { ...DEFAULT_DISPLAY, zone: "Asia/Kathmandu" };

test.each<[what: string, Interval, arrivalsMs: number[], words: string[]]>([
  ["an hour", "hourly", [4 * MINUTE_MS, 40 * MINUTE_MS], ["0", "10 min", "20 min", "30 min", "40 min"]],
  [
    "a few minutes of a day",
    "daily",
    [121, 125].map((n) => n * MINUTE_MS),
    "02:01 02:02 02:03 02:04 02:05".split(" "),
  ],
  ["a day", "daily", [HOUR_MS, 23 * HOUR_MS], ["00:00", "06:00", "12:00", "18:00", "00:00"]],
  ["a week", "weekly", [HOUR_MS, 6 * DAY_MS], ["Mon", "Wed", "Fri", "Sun"]],
  [
    "an hour of a week",
    "weekly",
    [26 * HOUR_MS, 27 * HOUR_MS],
    ["Tue 02:00", "Tue 02:15", "Tue 02:30", "Tue 02:45", "Tue 03:00"],
  ],
  ["a month", "monthly", [DAY_MS, 27 * DAY_MS], ["0", "7 d", "14 d", "21 d", "28 d"]],
])("check-ins within %s have the marks that people know", (_, interval, arrivalsMs, expected) => {
  expect(arrivalAxis(interval, monday, arrivalsMs, DEFAULT_DISPLAY).marks.map((mark) => mark.label)).toEqual(
    expected,
  );
});

test("a reader in Kathmandu has marks at their whole hours", () => {
  const { marks } = arrivalAxis("daily", monday, [HOUR_MS, 4 * HOUR_MS], kathmandu);

  expect(marks.map(({ ms, label: expected }) => [ms / HOUR_MS, expected])).toEqual([
    [0.25, "06:00"],
    [1.25, "07:00"],
    [2.25, "08:00"],
    [3.25, "09:00"],
    [4.25, "10:00"],
  ]);
});
