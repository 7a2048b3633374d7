import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/schedule/interval";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { usualTime } from "./usual-time";

const monday = Date.parse("2026-03-02T00:00Z");

/** One period after another with its check-in this many minutes after its start; null is none. */
const arrivalsAt = (lengthMinutes: number, ...minutes: (number | null)[]) =>
  minutes.map((minute, i) => {
    const start = new Date(monday + i * lengthMinutes * MINUTE_MS);
    return {
      start,
      end: new Date(start.getTime() + lengthMinutes * MINUTE_MS),
      at: minute === null ? null : new Date(start.getTime() + minute * MINUTE_MS),
    };
  });

const DAY = 1_440;

test.each<[Interval, ReturnType<typeof arrivalsAt>, string]>([
  ["daily", arrivalsAt(DAY, 124, null, 121, 129), "Usually checks in between 02:01 and 02:09."],
  ["daily", arrivalsAt(DAY, 124, 124, 124), "Usually checks in at 02:04."],
  // Only the latest seven count.
  ["daily", arrivalsAt(DAY, 900, 1, 1, 1, 1, 1, 1, 1), "Usually checks in at 00:01."],
  ["weekly", arrivalsAt(7 * DAY, 124, 130, 126), "Usually checks in between Mon 02:04 and Mon 02:10."],
  ["hourly", arrivalsAt(60, 4, 6, 5), "Usually checks in 4 minutes to 6 minutes after its period starts."],
  ["daily", arrivalsAt(DAY, 60, 700, 1_200), "No usual time: its latest 3 check-ins differ by 19 hours."],
  ["daily", arrivalsAt(DAY, null, 60, 60), "Too few check-ins yet to know the usual time."],
])("a job that is %s says its usual time", (interval, arrivals, sentence) => {
  expect(usualTime(interval, arrivals, DEFAULT_DISPLAY).sentence).toBe(sentence);
});

test("the usual time is the reader’s, as their clocks are now", () => {
  const display = { ...DEFAULT_DISPLAY, zone: "Europe/Berlin" };
  const { sentence } = usualTime("daily", arrivalsAt(DAY, ...Array<number>(30).fill(124)), display);
  // Summer time begins on the 29th of March, within these thirty days.
  expect(sentence).toBe("Usually checks in at 04:04.");
});
