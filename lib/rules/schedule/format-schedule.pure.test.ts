import { expect, test } from "vitest";
import { formatSchedule, scheduleInBrief, scheduleInShort } from "./format-schedule";
import { calendarTerms } from "./schedule-terms";
import { zoneOfTimes } from "./zone-of-times";

const terms = (schedule: string, timezone = "UTC", active: string | null = null) => ({
  ...calendarTerms("daily"),
  schedule,
  timezone,
  active,
});

test.each([
  [terms("30 7 * * 1-5", "Europe/Riga"), "At 07:30, Monday through Friday, Europe/Riga", "Europe/Riga"],
  [terms("every 45 minutes", "Europe/Riga"), "Every 45 minutes", "Europe/Riga"],
  [
    terms("every 45 minutes", "UTC", "Mon..Fri 08:00-18:00"),
    "Every 45 minutes, Mon..Fri 08:00-18:00, UTC",
    "UTC",
  ],
  // A zone in the line comes before that of the snitch, which is not shown then.
  [terms("Mon..Fri 07:30 Asia/Tokyo"), "At 07:30, Monday through Friday, Asia/Tokyo", "Asia/Tokyo"],
  [terms("07:30 Asia/Tokyo\n08:30", "UTC"), "At 07:30 every day, Asia/Tokyo; At 08:30 every day, UTC", "UTC"],
  // Active hours are in the zone of the snitch.
  [
    terms("*:00 Asia/Tokyo", "Europe/Riga", "08:00-18:00"),
    "Every hour, Asia/Tokyo, 08:00-18:00, Europe/Riga",
    "Asia/Tokyo",
  ],
])("%o is in words %s", (written, expected, zone) => {
  expect(formatSchedule(written)).toBe(expected);
  expect(zoneOfTimes(written)).toBe(zone);
});

test("in brief, a schedule of many lines shows two and counts the others", () => {
  const many = terms("0 7 * * *\n0 8 * * *\n0 9 * * *\n0 10 * * *", "Europe/Riga");

  expect(scheduleInBrief(many)).toBe("At 07:00; At 08:00; and 2 more, Europe/Riga");
  expect(formatSchedule(many)).toBe("At 07:00; At 08:00; At 09:00; At 10:00, Europe/Riga");
  expect(scheduleInBrief(calendarTerms("hourly"))).toBe("Hourly");
});

test.each(["0 0 1,LW * *", "0 0 LW,15 * 5L"])(
  "%s, for which the library has no words, is shown as it is written",
  (schedule) => {
    expect(formatSchedule(terms(schedule))).toBe(`As cron has it: ${schedule}, UTC`);
  },
);

test.each([
  [calendarTerms("daily"), "Daily"],
  [terms("0 3 * * 1-5", "Europe/Riga"), "03:00 Mon–Fri, Riga"],
  [terms("0 3 * * 1,3,5"), "03:00 Mon, Wed, Fri, UTC"],
  [terms("17 2 * * 0"), "02:17 Sun, UTC"],
  [terms("Sat,Sun 03:00"), "03:00 Sat, Sun, UTC"],
  [terms("03:00"), "03:00 daily, UTC"],
  [terms("0 0 1,15 * *"), "00:00, day 1 and 15, UTC"],
  [terms("*-*-01 03:00"), "03:00 on the 1st, UTC"],
  [terms("30 3 1 1 *"), "03:30, day 1, in Jan, UTC"],
  [terms("0 3 * * 5L"), "03:00, on the last Fri, UTC"],
  // It runs on both.
  [terms("0 3 13 * 5"), "03:00, day 13, or on Fri, UTC"],
  [terms("*/5 8-18 * * 1-5", "Europe/Riga"), "Every 5 min, 08:00–18:59 Mon–Fri, Riga"],
  [terms("every 45 minutes", "Europe/Riga"), "Every 45 min"],
  [terms("*/15 * * * *", "Europe/Riga"), "Every 15 min"],
  [terms("0 */2 * * *"), "Every 2 hours"],
  [terms("5 * * * *"), "Hourly at :05"],
  [terms("0 3 * * *", "America/Argentina/Buenos_Aires"), "03:00, Buenos Aires"],
  [terms("0 7 * * *\n0 8 * * *\n0 9 * * *"), "07:00, UTC +2 more"],
  // Active hours have a zone of their own, so both stay as they are written.
  [
    terms("*:00 Asia/Tokyo", "Europe/Riga", "08:00-18:00"),
    "Every hour, Asia/Tokyo, 08:00-18:00, Europe/Riga",
  ],
])("in a row of the list, %o is short: %s", (written, expected) => {
  expect(scheduleInShort(written)).toBe(expected);
});
