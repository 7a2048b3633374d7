import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseCron } from "./cron";
import { cronAsOnCalendar } from "./cron-as-on-calendar";
import { parseOnCalendar } from "./on-calendar";
import { onCalendarAsCron } from "./on-calendar-as-cron";

test.each([
  ["30 7 * * 1-5", ["Mon..Fri *-*-* 07:30"]],
  ["*/15 9-17/2 * JAN,JUL *", ["*-01,07-* 9..17/2:0/15"]],
  ["5/15 * 1-7 * *", ["*-*-1..7 *:5/15"]],
  ["0 0 1-7 * */7", ["Sun *-*-1..7 00:00"]],
  ["0 0 1,15 * FRI,7", ["*-*-01,15 00:00", "Fri,Sun *-*-* 00:00"]],
  ["0 0 * 11/5 *", ["*-11-* 00:00"]],
  ["@weekly", ["Sun *-*-* 00:00"]],
  ["0 0 L * *", null],
  ["0 0 * * MON#2", null],
  ["0 0 * * 5L", null],
])("%s is %j for systemd", (cron, onCalendar) => {
  expect(cronAsOnCalendar(cron)).toEqual(onCalendar);
});

test.each([
  ["Mon..Fri 07:30", "30 7 * * 1-5"],
  ["Sat,Sun *:0/15 Asia/Tokyo", "*/15 * * * 0,6"],
  ["*-*-1,15 03:00", "0 3 1,15 * *"],
  ["hourly", "0 * * * *"],
  ["*:5/20", "5-45/20 * * * *"],
  ["Mon *-*-1..7 07:30", null],
  ["*-*~01 07:30", null],
  ["2030-*-* 07:30", null],
  ["*:*:30", null],
])("%s is %s for cron", (onCalendar, cron) => {
  expect(onCalendarAsCron(onCalendar)).toBe(cron);
});

const MONTHS = Array.from({ length: 24 }, (_, i) => [2027 + Math.floor(i / 12), (i % 12) + 1] as const);

type Pattern = Pick<ReturnType<typeof parseCron>, "hours" | "minutes" | "listDays">;

/** The times of a day, and the days of two years. */
const listTimes = ([first, ...others]: [Pattern, ...Pattern[]]) => ({
  hours: first.hours,
  minutes: first.minutes,
  days: MONTHS.map(([year, month]) => {
    const days = [first, ...others].flatMap(({ listDays }) => listDays(year, month));
    return [...new Set(days)].sort((one, other) => one - other);
  }),
});

test("the times stay the same in both directions", () => {
  const lines = readFileSync(`${import.meta.dirname}/vectors/cron.tsv`, "utf8")
    .trim()
    .split("\n");
  const expressions = new Set(lines.flatMap((line) => (line.startsWith("#") ? [] : line.split("\t", 1))));
  let converted = 0;
  for (const cron of expressions) {
    const expected = listTimes([parseCron(cron)]);
    const [event, ...others] = cronAsOnCalendar(cron) ?? [];
    if (!event) continue;
    converted += 1;
    const events: [Pattern, ...Pattern[]] = [parseOnCalendar(event), ...others.map(parseOnCalendar)];
    expect(listTimes(events), cron).toEqual(expected);
    const back = others.length === 0 ? onCalendarAsCron(event) : null;
    if (back) expect(listTimes([parseCron(back)]), event).toEqual(expected);
  }
  expect(converted).toBeGreaterThan(expressions.size / 2);
});
