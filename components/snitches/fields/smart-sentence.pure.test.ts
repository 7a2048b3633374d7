import { expect, test } from "vitest";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { NO_ARRIVALS, recordArrival } from "@/lib/rules/state/smart-deadline";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { smartSentence } from "./smart-sentence";

const daysAt = (times: string[]) => times.map((time, i) => new Date(`2026-03-0${i + 2}T${time}:00Z`));
const dailyAt = (times: string[]) => ({
  ...daysAt(times).reduce((habit, at) => recordArrival(habit, calendarTerms("daily"), at), NO_ARRIVALS),
  ...calendarTerms("daily"),
});
const wednesday = new Date("2026-03-04T03:05:00Z");

test("a steady job: its usual time and the smart deadline", () => {
  expect(smartSentence(dailyAt(["03:02", "03:11", "03:05"]), wednesday, DEFAULT_DISPLAY)).toBe(
    "Usually checks in between 03:02 and 03:11. You would be alerted by 05:35 instead of midnight.",
  );
});

test("too few check-ins: says so", () => {
  expect(smartSentence(dailyAt(["03:02"]), wednesday, DEFAULT_DISPLAY)).toBe(
    "Still learning: it has seen check-ins in 1 period and needs 3. Until then you would be alerted by midnight.",
  );
});

test("times that differ too much: says so", () => {
  expect(smartSentence(dailyAt(["03:02", "11:11", "03:05"]), wednesday, DEFAULT_DISPLAY)).toBe(
    "Its check-ins come at times that differ by 8 h 9 min, more than a quarter of the interval. So you would be alerted by midnight, as with basic.",
  );
});

test("a weekly job: names weekdays", () => {
  const mondays = ["02", "09", "16"].map((date) => new Date(`2026-03-${date}T06:00:00Z`));
  const habit = mondays.reduce((known, at) => recordArrival(known, calendarTerms("weekly"), at), NO_ARRIVALS);
  expect(
    smartSentence({ ...habit, ...calendarTerms("weekly") }, new Date("2026-03-17T00:00Z"), DEFAULT_DISPLAY),
  ).toBe(
    "Usually checks in between Mon 06:00 and Mon 06:00. You would be alerted by Mon 22:48 instead of Mon midnight.",
  );
});

test("a job on a schedule: speaks of runs, in the zone of the reader", () => {
  const terms = { ...calendarTerms("daily"), schedule: "30 7 * * *", timezone: "Europe/Riga" };
  // In winter, Riga is two hours ahead.
  const learned = (times: string[]) => ({
    ...daysAt(times).reduce((habit, at) => recordArrival(habit, terms, at), NO_ARRIVALS),
    ...terms,
  });
  expect(smartSentence(learned(["05:31"]), wednesday, DEFAULT_DISPLAY)).toBe(
    "Still learning: it has seen check-ins in 1 run and needs 3. Until then you would be alerted by 06:30.",
  );
  expect(
    smartSentence(learned(["05:31", "14:31", "05:31"]), new Date("2026-03-04T06:00Z"), DEFAULT_DISPLAY),
  ).toBe(
    "Its check-ins come at times that differ by 9 hours, more than a quarter of the time between two runs. So you would be alerted by 06:30, as with basic.",
  );
});

test("the times are those of the reader’s clocks, where midnight in UTC is another time", () => {
  const display = { ...DEFAULT_DISPLAY, zone: "Asia/Kathmandu" };
  expect(smartSentence(dailyAt(["03:02", "03:11", "03:05"]), wednesday, display)).toBe(
    "Usually checks in between 08:47 and 08:56. You would be alerted by 11:20 instead of 05:45.",
  );
});
