import { expect, test } from "vitest";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { cronSchedule, snippetTimes } from "./snippet-times";

test.each([
  ["1_minute", "* * * * *"],
  ["15_minute", "*/15 * * * *"],
  ["hourly", "0 * * * *"],
  ["6_hour", "0 */6 * * *"],
  ["daily", "0 3 * * *"],
  ["weekly", "0 3 * * 1"],
  ["monthly", "0 3 1 * *"],
] as const)("%s is %s in a crontab", (interval, schedule) => expect(cronSchedule(interval)).toBe(schedule));

test("every interval has a crontab line with five fields", () => {
  expect(INTERVALS.every((interval) => cronSchedule(interval).split(" ").length === 5)).toBe(true);
});

test.each([
  // A schedule of cron stays as it is.
  ["30 7 * * 1-5", "Europe/Riga", ["30 7 * * 1-5"], ["OnCalendar=Mon..Fri *-*-* 07:30 Europe/Riga"], null],
  [
    "0 3 1 * 1",
    "UTC",
    ["0 3 1 * 1"],
    ["OnCalendar=*-*-01 03:00 UTC", "OnCalendar=Mon *-*-* 03:00 UTC"],
    null,
  ],
  ["0 3 L * *", "UTC", ["0 3 L * *"], ["OnCalendar=Mon *-*-* 03:00 UTC"], "timer"],
  // OnCalendar keeps its own zone, and gets that of the snitch.
  ["Mon..Fri 07:30", "Europe/Riga", ["30 7 * * 1-5"], ["OnCalendar=Mon..Fri 07:30 Europe/Riga"], null],
  ["daily Asia/Tokyo", "UTC", ["0 0 * * *"], ["OnCalendar=daily Asia/Tokyo"], null],
  ["Mon *-*-1..7 07:30", "UTC", ["0 3 * * 1"], ["OnCalendar=Mon *-*-1..7 07:30 UTC"], "cron"],
  [
    "07:30 Asia/Tokyo\n08:30",
    "UTC",
    ["0 3 * * 1"],
    ["OnCalendar=07:30 Asia/Tokyo", "OnCalendar=08:30 UTC"],
    "cron",
  ],
  [
    "Mon..Fri 07:30 Asia/Tokyo\nSat 08:30 Asia/Tokyo",
    "UTC",
    ["30 7 * * 1-5", "30 8 * * 6"],
    ["OnCalendar=Mon..Fri 07:30 Asia/Tokyo", "OnCalendar=Sat 08:30 Asia/Tokyo"],
    null,
  ],
  // A timer repeats every period; cron at least as often.
  ["every 45 minutes", "UTC", ["*/30 * * * *"], ["OnBootSec=1min", "OnUnitActiveSec=45min"], "cron"],
  ["every 2 hours", "UTC", ["0 */2 * * *"], ["OnBootSec=1min", "OnUnitActiveSec=2h"], null],
  ["every 30 seconds", "UTC", ["* * * * *"], ["OnBootSec=1min", "OnUnitActiveSec=30s"], "cron"],
  ["every week", "UTC", ["0 3 * * 1"], ["OnBootSec=1min", "OnUnitActiveSec=7d"], null],
] as const)(
  "%s in %s has these times in a crontab and a timer",
  (schedule, timezone, cron, timer, inexact) => {
    const times = snippetTimes({ ...calendarTerms("weekly"), schedule, timezone });

    expect([times.cron, times.timer, times.inexact]).toEqual([cron, timer, inexact]);
  },
);
