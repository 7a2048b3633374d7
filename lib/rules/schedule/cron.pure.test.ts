import { expect, test } from "vitest";
import { parseCron } from "./cron";
import { formatSchedule } from "./format-schedule";

const reason = (expression: string) => {
  try {
    parseCron(expression);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

test.each([
  ["60 * * * *", "minute must be 0–59"],
  ["* 24 * * *", "hour must be 0–23"],
  ["* * 0 * *", "day of month must be 1–31"],
  ["* * * 13 *", "month must be 1–12 or JAN, FEB …"],
  ["* * * * 8", "day of week must be 0–7 or SUN, MON …"],
  ["* * * * MONDAY", "day of week must be 0–7 or SUN, MON …"],
  ["*/0 * * * *", "minute must have a step of at least 1 after the slash, as in */5"],
  ["5-1 * * * *", "minute has a range that descends: write the smaller one first"],
  ["1-2-3 * * * *", "minute has a range with two dashes: write it as 1-5"],
  ["1/2/3 * * * *", "minute has two steps: write one, as in */5"],
  ["1,,2 * * * *", "minute must be 0–59"],
  ["-1 * * * *", "minute must be 0–59"],
  ["1e1 * * * *", "minute must be 0–59"],
  ["0 30 7 * * 1-5", "This has a field for seconds: remove the first field"],
  ["30 7 * * 1-5 /usr/bin/backup", "Cron needs five fields: leave out the user and the command"],
  ["* * * *", "Cron needs five fields; this has four"],
  ["0 0 ? * *", "day of month can’t be ?: write * instead"],
  ["H * * * *", "minute can’t be H, which only Jenkins supports: write the minute or hour"],
  [
    "0 0 15W * *",
    "day of month can’t use W: LW is the last weekday of a month, and 1-5 in the last field are all weekdays",
  ],
  ["0 0 * * L", "day of week can’t be L here: L is the last day of a month, and 5L its last Friday"],
  ["0 0 * * MON#6", "day of week must have 1–5 after #: MON#1 is the first Monday"],
  ["@reboot", "@reboot has no time: a snitch needs a schedule that repeats"],
  ["@every", "@every is not known: use @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually"],
])("%s is refused with a sentence that says what to do", (expression, sentence) => {
  expect(reason(expression)).toBe(sentence);
});

test.each([
  "*/90 * * * *",
  "59-59 0-23/23 31 FEB-MAR sun",
  "0 0 L * *",
  "0 0 1,LW * 5L",
  "0 0 L/2 * *",
  "0 0 1,LW/2 * *",
  "0 0 * * 1#5,FRI#1",
  "5/15 * * * *",
  "  0\t0  * * 7 ".trim(),
  "@DAILY",
])("%s is accepted", (expression) => {
  expect(reason(expression)).toBe("accepted");
});

test.each([
  ["0 0 L/2 * *", "0 0 L * *"],
  ["0 0 LW/3 * *", "0 0 LW * *"],
])("a step after the last day means nothing, as at Healthchecks: %s is %s", (written, meant) => {
  const [one, other] = [parseCron(written), parseCron(meant)];
  for (let month = 1; month <= 12; month += 1)
    expect(one.listDays(2028, month)).toEqual(other.listDays(2028, month));
  const expected = ([written, meant] as const).map((schedule) =>
    formatSchedule({
      schedule,
      timezone: "UTC",
      grace: 0,
      early: 0,
      active: null,
      startGrace: null,
      interval: "monthly",
    }),
  );
  expect(expected[0]).toBe(expected[1]);
});
