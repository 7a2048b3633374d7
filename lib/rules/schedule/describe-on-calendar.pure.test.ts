import fc from "fast-check";
import { expect, test } from "vitest";
import { describeOnCalendar } from "./describe-on-calendar";
import { type OnCalendar, parseOnCalendar } from "./on-calendar";

test.each([
  ["Mon..Fri 07:30", "At 07:30, Monday through Friday"],
  ["hourly", "Every hour"],
  ["minutely", "Every minute"],
  ["daily", "At 00:00 every day"],
  ["weekly", "At 00:00, on Mondays"],
  ["monthly", "At 00:00 on the 1st of each month"],
  ["quarterly", "At 00:00 on the 1st of January, April, July and October"],
  ["yearly", "At 00:00 on the 1st of January"],
  ["*-*-1..7 2:00", "At 02:00 on the 1st to 7th of each month"],
  ["Mon *-*-1..7 3:00", "At 03:00 on the 1st to 7th of each month, if that is Monday"],
  ["Sat,Sun *-*-13", "At 00:00 on the 13th of each month, if that is Saturday or Sunday"],
  ["*:0/15", "Every 15 minutes"],
  ["9..17:0/15", "Every 15 minutes from 09:00 to 17:45"],
  ["9:*", "Every minute from 09:00 to 09:59"],
  ["9,12:*", "Every minute of hours 9 and 12"],
  ["*:30", "At minute 30 of every hour"],
  ["*:5/10", "At minutes 5 to 55 in steps of 10 of every hour"],
  ["*:0/7", "At minutes 0 to 56 in steps of 7 of every hour"],
  ["0/2:30", "Every 2 hours from 00:30 to 22:30"],
  ["8..18:00", "Every hour from 08:00 to 18:00"],
  ["2,3:30", "At 02:30 and 03:30 every day"],
  ["7:30:15", "At 07:30:15 every day"],
  ["*:*:*", "Every second"],
  ["*:*:0/15", "Every 15 seconds"],
  ["*:*:5", "At second 5 of every minute"],
  ["9..17:30:15", "At second 15 of minute 30 of hours 9 to 17"],
  ["*~1 23:00", "At 23:00 on the last day of each month"],
  ["*-02~03", "At 00:00 on the 3rd last day of February"],
  ["*~7/1", "At 00:00 on the last 7 days of each month"],
  ["*~2,4", "At 00:00 on the 4th last and 2nd last day of each month"],
  ["*~12/2", "At 00:00 on every 2nd day from the 12th last to the 2nd last of each month"],
  ["*-*-1/3 4:00", "At 04:00 on every 3rd day from the 1st to the 31st of each month"],
  ["2026-*-1..7 12:00", "At 12:00 on the 1st to 7th of each month of 2026"],
  ["2026-1..3-* 5:00", "At 05:00 every day in January to March of 2026"],
  ["Mon,Fri *-8-* 9:30", "At 09:30, on Mondays and Fridays in August"],
  ["Mon..Wed,Sat 5:00", "At 05:00, Monday through Wednesday and Saturday"],
  ["*-1-22,23,31", "At 00:00 on the 22nd, 23rd and 31st of January"],
])("%s: %s", (expression, expected) => {
  expect(describeOnCalendar(parseOnCalendar(expression))).toBe(expected);
});

test("two expressions with the same words are the same", () => {
  const term = (terms: string[]) => fc.constantFrom("*", ...terms);
  const anyExpression = fc
    .tuple(
      fc.constantFrom("", "Mon ", "Mon..Fri ", "Mon,Fri ", "Sat,Sun ", "Mon..Wed,Sat "),
      fc.constantFrom("*", "*", "2026", "2026,2028", "2026..2028", "2026/2"),
      fc.constantFrom("*", "*", "1", "1,2", "1..3", "1/3", "2..12/2"),
      fc.constantFrom(
        "-*",
        "-1",
        "-1..7",
        "-1/5",
        "-1,3",
        "~1",
        "~7/1",
        "~5,6,7",
        "~9/2",
        "~28/1",
        "~1..28/9",
        "-1..30",
      ),
      term(["0", "1", "9..17", "0/2", "1/2", "9,12", "0/6", "0..22", "23"]),
      term(["0", "30", "0/15", "5/15", "0,30", "1..59", "0..30", "0/7"]),
      term(["0", "0", "15", "0/15", "5,10", "0..30", "1/2"]),
    )
    .map(([weekdays, year, month, day, ...time]) => `${weekdays}${year}-${month}${day} ${time.join(":")}`);
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(anyExpression, (expression) => {
      const onCalendar = readOrNull(expression);
      fc.pre(onCalendar !== null);
      const { listDays: _, ...fields } = onCalendar;
      const expected = describeOnCalendar(onCalendar);
      const meaning = JSON.stringify(fields);
      expect(seen.get(expected) ?? meaning).toBe(meaning);
      seen.set(expected, meaning);
    }),
    { numRuns: 5_000 },
  );
});

/** Null for what never happens, such as a Monday that is 1 January 2026. */
function readOrNull(expression: string): OnCalendar | null {
  try {
    return parseOnCalendar(expression);
  } catch {
    return null;
  }
}
