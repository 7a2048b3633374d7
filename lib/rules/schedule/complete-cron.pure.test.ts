import { expect, test } from "vitest";
import { completeCron } from "./complete-cron";

test.each([
  ["0 3 * *", "0 3 * * *"],
  [" 30  7 * mon-fri ", "30 7 * * mon-fri"],
  ["0 9-17 * *", "0 9-17 * * *"],
  ["0 3 L *", "0 3 L * *"],
  ["15 4 31 *", "15 4 31 * *"],
])("“%s” was meant to be “%s”", (text, completed) => {
  expect(completeCron(text)).toBe(completed);
});

test.each([
  ["3 * * *", "the third minute of each hour, or three o’clock"],
  ["*/5 * * *", "every five minutes, or every five hours"],
  ["0 3 1 *", "the first of each month, or every day in January"],
  ["30 7 * 1-5", "weekdays, or the first five months"],
  ["60 3 * *", "no expression at all"],
  ["0 3 * * *", "a whole expression"],
  ["0 3 *", "three fields"],
  ["*-*-* 03:00", "OnCalendar"],
  ["Mon *-*-1 03:00 UTC", "OnCalendar with a zone"],
])("“%s” is not completed: it may be %s", (text) => {
  expect(completeCron(text)).toBeNull();
});
