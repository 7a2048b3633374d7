import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseOnCalendar } from "./on-calendar";
import { ScheduleError } from "./schedule-error";

/** The expression in systemd’s long form, with each value written out; a star for all values. */
function writtenOut(expression: string): string {
  const { weekdays, years, months, days, fromEnd, hours, minutes, seconds, zone } =
    parseOnCalendar(expression);
  const field = (values: number[], count: number) => (values.length === count ? "*" : values.join(","));
  const date = `${field(years, 230)}-${field(months, 12)}${fromEnd ? "~" : "-"}${field(days, 31)}`;
  const time = `${field(hours, 24)}:${field(minutes, 60)}:${field(seconds, 60)}`;
  return [weekdays.length < 7 ? `${weekdays} ` : "", `${date} ${time}`, zone ? ` ${zone}` : ""].join("");
}

describe("reads the expressions of systemd.time(7)", () => {
  test.each([
    ["Sat,Thu,Mon..Wed,Sat..Sun", "1,2,3,4,6,7 *-*-* 0:0:0"],
    ["Mon,Sun 12-*-* 2,1:23", "1,7 2012-*-* 1,2:23:0"],
    ["Wed *-1", "3 *-*-1 0:0:0"],
    ["Wed..Wed,Wed *-1", "3 *-*-1 0:0:0"],
    ["Wed, 17:48", "3 *-*-* 17:48:0"],
    ["Wed..Sat,Tue 12-10-16 1:2:3", "2,3,4,5,6 2012-10-16 1:2:3"],
    ["*-*-7 0:0:0", "*-*-7 0:0:0"],
    ["10-15", "*-10-15 0:0:0"],
    ["monday *-12-* 17:00", "1 *-12-* 17:0:0"],
    ["Mon,Fri *-*-3,1,2 *:30:45", "1,5 *-*-1,2,3 *:30:45"],
    ["12,14,13,12:20,10,30", "*-*-* 12,13,14:10,20,30:0"],
    ["12..14:10,20,30", "*-*-* 12,13,14:10,20,30:0"],
    ["mon,fri *-1/2-1,3 *:30:45", "1,5 *-1,3,5,7,9,11-1,3 *:30:45"],
    ["03-05 08:05:40", "*-3-5 8:5:40"],
    ["2003-03-05 05:40 UTC", "2003-3-5 5:40:0 UTC"],
    ["2003-02..04-05", "2003-2,3,4-5 0:0:0"],
    ["hourly", "*-*-* *:0:0"],
    ["minutely", "*-*-* *:*:0"],
    ["daily UTC", "*-*-* 0:0:0 UTC"],
    ["weekly Pacific/Auckland", "1 *-*-* 0:0:0 Pacific/Auckland"],
    ["Monthly", "*-*-1 0:0:0"],
    ["quarterly", "*-1,4,7,10-1 0:0:0"],
    ["semiannually", "*-1,7-1 0:0:0"],
    ["annually", "*-1-1 0:0:0"],
    ["*:2/3", `*-*-* *:${Array.from({ length: 20 }, (_, index) => 2 + 3 * index)}:0`],
    ["*-02~03", "*-2~3 0:0:0"],
    ["Mon *-05~07/1", "1 *-5~1,2,3,4,5,6,7 0:0:0"],
    ["*~5/2", "*-*~1,3,5 0:0:0"],
    ["*~1..6/3", "*-*~1,4 0:0:0"],
    ["*-*~*", "*-*-* 0:0:0"],
    ["2028-2-29,30", "2028-2-29,30 0:0:0"],
    ["70..72-1-1", "1970,1971,1972-1-1 0:0:0"],
    ["69-1-1", "2069-1-1 0:0:0"],
    ["Mon-Fri 7:00", "1,2,3,4,5 *-*-* 7:0:0"],
    ["*:40..60/7", "*-*-* *:40,47,54:0"],
    ["*:5..9/7", "*-*-* *:5:0"],
    ["*:*:0/20", "*-*-* *:*:0,20,40"],
    ["*:*/20", "*-*-* *:0,20,40:0"],
    ["daily utc", "*-*-* 0:0:0 UTC"],
  ])("%s", (expression, expected) => {
    expect(writtenOut(expression)).toBe(expected);
  });
});

describe("refuses what systemd refuses, and says what to do", () => {
  test.each([
    ["", "is blank: write a time such as 07:30, or daily"],
    ["*:60", "minute must be 0–59"],
    ["24:00", "hour must be 0–23"],
    ["*:*:60", "second must be 0–59"],
    ["*-13-1", "month must be 1–12"],
    ["*-1-32", "day must be 1–31"],
    ["1969-1-1", "year must be 1970–2199"],
    ["2200-1-1", "year must be 1970–2199"],
    ["*~29", "day must be 1–28 after ~, which counts from the month’s end"],
    ["*~0", "day must be 1–28 after ~, which counts from the month’s end"],
    ["7:30:15.5", "second must be whole: leave out the fraction of “15.5”"],
    ["*:0/0", "minute must have a step of at least 1 after the slash, as in 0/5"],
    ["*:0/60", "minute can’t step by 60 in “0/60”: leave out the step"],
    ["*~5/5", "day can’t step by 5 in “5/5”: leave out the step"],
    ["*-*-5..1", "day must have the smaller value first in “5..1”"],
    ["Sat..Mon", "weekday range must ascend from Mon to Sun: write Sat..Sun,Mon"],
    ["Sun..Sat", "weekday range must ascend from Mon to Sun: write Sun,Mon..Sat"],
    ["Mon, Fri 7:00", "weekday must have no space before it: write Mon,Fri"],
    ["Tues", "weekday must be Mon, Tue, Wed, Thu, Fri, Sat or Sun, and “Tues” is not"],
    ["daily 7:30", "daily must be alone, or followed by a time zone"],
    [
      "daily Europe/Nowhere",
      "“Europe/Nowhere” is not a time zone: write UTC or a name such as Europe/Riga at the end",
    ],
    ["7:30 IST", "“IST” is not a time zone: write UTC or a name such as Europe/Riga at the end"],
    ["7", "“7” is neither a date nor a time: write 2026-01-31, *-*-01 or 01-31 for a date, 07:30 for a time"],
    ["7:30:15:1", "“7:30:15:1” is not a time: write hour:minute or hour:minute:second"],
    ["7:30 8:30", "“8:30” is out of place: write weekdays, a date, a time and a zone, in this order"],
    ["*-02-30", "never happens: there is no such day from 1970 to 2199"],
    ["2026-02-29", "never happens: there is no such day from 1970 to 2199"],
    ["Tue 2026-01-01", "never happens: there is no such day from 1970 to 2199"],
    ["x".repeat(201), "must be at most 200 characters"],
  ])("%s", (expression, message) => {
    expect(() => parseOnCalendar(expression)).toThrow(new ScheduleError(message));
  });

  test.each([
    [
      "Mon...Fri",
      "..Mon",
      "Mon..",
      "Mon,,Fri",
      "Mon,5:00",
      "Mon5:00",
      "Mon..Fri..Sat",
      "Mon ,Fri",
      "Mon daily",
    ],
    ["*", "* *", "*-*-* *", "Mon *", "*-1-1,5:00", "7:30:", ":30", "*--1", "+1:00", "7:-1", "7: 30", "~1"],
    ["*:,5", "*:5,", "*:5,,6", "*,5:0", "*:0/5..30", "1..2..3:0", "1/2/3:0", "*-1~1-1", "*~7..1", "*-*~31/1"],
    [
      "@123",
      "now",
      "UTC",
      "Europe/Riga",
      "*-*-*T7:30",
      "7:30 +02:00",
      "7:30 UTC UTC",
      "99999999999999999999:0",
    ],
    [
      "constructor",
      "__proto__",
      "100-1-1",
      "2026/200-1-1",
      "0/24:0",
      "*-1/12-1",
      "*-*-31/1",
      "٣:00",
      "7:3०",
      "\u0000",
    ],
  ])("%s …", (...expressions) => {
    for (const expression of expressions) expect(() => parseOnCalendar(expression)).toThrow(ScheduleError);
  });
});

test("any text is either read or refused with a sentence", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(..."0123456789*-~:/,. MonFriUTC@#%"), maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          "Mon",
          "..",
          ",",
          "*",
          "/",
          "-",
          "~",
          ":",
          " ",
          "1",
          "0",
          "59",
          "2026",
          "daily",
          "UTC",
        ),
        {
          maxLength: 30,
        },
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      try {
        parseOnCalendar(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ScheduleError);
        expect((error as ScheduleError).attribute).toBe("schedule");
        expect((error as ScheduleError).message).toMatch(/^\S.{8,}/u);
      }
    }),
    { numRuns: 1_000 },
  );
});
