import { DAY_MS } from "../durations";
import {
  DAY,
  DAY_FROM_END,
  HOUR,
  MINUTE,
  MONTH,
  parseValues,
  quoted,
  SECOND,
  YEAR,
} from "./on-calendar-field";
import { EVERY_WEEKDAY, parseWeekdays } from "./on-calendar-weekdays";
import { ScheduleError } from "./schedule-error";
import { isTimeZone } from "./time-zone";

/** The local times at which a systemd timer elapses. Each list is ascending and not empty. */
export type OnCalendar = {
  /** Monday is 1 and Sunday 7. */
  weekdays: number[];
  years: number[];
  months: number[];
  days: number[];
  /** `days` count from the month’s end: 1 is the last day. */
  fromEnd: boolean;
  hours: number[];
  minutes: number[];
  seconds: number[];
  /** The zone that is written at the end. It comes before that of the snitch. */
  zone: string | null;
  /** The days of this month (1 = January) that are included, ascending. */
  listDays(year: number, month: number): number[];
};

const SHORTHANDS = new Map(
  Object.entries({
    minutely: "*:*",
    hourly: "*:00",
    daily: "00:00",
    weekly: "Mon 00:00",
    monthly: "*-*-01",
    quarterly: "*-01,04,07,10-01",
    semiannually: "*-01,07-01",
    "semi-annually": "*-01,07-01",
    biannually: "*-01,07-01",
    "bi-annually": "*-01,07-01",
    yearly: "*-01-01",
    annually: "*-01-01",
    // systemd accepts this spelling, too.
    anually: "*-01-01",
  }),
);

/** The same expression without a word such as “daily”, which forms take for a calendar period. */
export const withoutShorthand = (expression: string) =>
  SHORTHANDS.get(expression.toLowerCase()) ?? expression;

const MAX_LENGTH = 200;

/** Parses a calendar event of systemd.time(7), as in `OnCalendar=`. Throws a ScheduleError that says what is wrong. */
export function parseOnCalendar(text: string): OnCalendar {
  if (text.length > MAX_LENGTH) throw new ScheduleError(`must be at most ${MAX_LENGTH} characters`);
  if (text.trim() === "") throw new ScheduleError("is blank: write a time such as 07:30, or daily");
  const parts = text.trim().split(/\s+/);
  const zone = parts.length > 1 && /^[a-z]/i.test(parts.at(-1) ?? "") ? parseZone(parts.pop() ?? "") : null;
  const shorthand = SHORTHANDS.get(parts[0]?.toLowerCase() ?? "");
  if (shorthand && parts.length > 1) {
    throw new ScheduleError(`${parts[0]?.toLowerCase()} must be alone, or followed by a time zone`);
  }
  const fields = parseFields(shorthand?.split(" ") ?? parts);
  const onCalendar = { ...fields, zone, listDays: listDays(fields) };
  if (neverHappens(onCalendar))
    throw new ScheduleError("never happens: there is no such day from 1970 to 2199");
  return onCalendar;
}

function parseZone(name: string): string {
  if (isTimeZone(name)) return name.toUpperCase() === "UTC" ? "UTC" : name;
  throw new ScheduleError(
    `${quoted(name)} is not a time zone: write UTC or a name such as Europe/Riga at the end`,
  );
}

type Fields = Omit<OnCalendar, "zone" | "listDays">;

/** The words of an expression: weekdays, a date and a time, of which two may be left out. */
function parseFields(parts: string[]): Fields {
  const rest = [...parts];
  const weekdays = /^[a-z]/i.test(rest[0] ?? "") ? parseWeekdays(rest.shift() ?? "") : EVERY_WEEKDAY;
  if (/^[a-z]/i.test(rest[0] ?? ""))
    throw new ScheduleError("weekday must have no space before it: write Mon,Fri");
  const date = rest[0]?.includes(":") ? undefined : rest.shift();
  const time = rest.shift();
  const [extra] = rest;
  if (extra !== undefined) {
    throw new ScheduleError(
      `${quoted(extra)} is out of place: write weekdays, a date, a time and a zone, in this order`,
    );
  }
  return { weekdays, ...parseDate(date ?? "*-*-*"), ...parseTime(time ?? "00:00:00") };
}

function parseDate(text: string): Pick<Fields, "years" | "months" | "days" | "fromEnd"> {
  const match = /^(?:([^-~]*)-)?([^-~]*)([-~])([^-~]*)$/.exec(text);
  if (!match) {
    throw new ScheduleError(
      `${quoted(text)} is neither a date nor a time: write 2026-01-31, *-*-01 or 01-31 for a date, 07:30 for a time`,
    );
  }
  const [, year = "*", month = "", separator, day = ""] = match;
  // The star represents each day, from whichever end they are counted.
  const fromEnd = separator === "~" && day !== "*";
  return {
    years: parseValues(YEAR, year),
    months: parseValues(MONTH, month),
    days: parseValues(fromEnd ? DAY_FROM_END : DAY, day),
    fromEnd,
  };
}

function parseTime(text: string): Pick<Fields, "hours" | "minutes" | "seconds"> {
  const [hour = "", minute, second = "0", ...more] = text.split(":");
  if (minute === undefined || more.length > 0) {
    throw new ScheduleError(`${quoted(text)} is not a time: write hour:minute or hour:minute:second`);
  }
  return {
    hours: parseValues(HOUR, hour),
    minutes: parseValues(MINUTE, minute),
    seconds: parseValues(SECOND, second),
  };
}

function countDays(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** From 0 for Monday to 6 for Sunday. The Unix epoch is a Thursday. */
function computeFirstWeekday(year: number, month: number): number {
  const days = Date.UTC(year, month - 1) / DAY_MS;
  return (((days + 3) % 7) + 7) % 7;
}

/** Keeps the days of a month by its length and first weekday, because there are only 28 kinds of months. */
function listDays({ weekdays, years, months, days, fromEnd }: Fields): OnCalendar["listDays"] {
  const [includedYears, includedMonths] = [new Set(years), new Set(months)];
  const cache = new Map<number, number[]>();
  return (year, month) => {
    if (!includedMonths.has(month) || !includedYears.has(year)) return [];
    const [length, first] = [countDays(year, month), computeFirstWeekday(year, month)];
    const kind = length * 7 + first;
    const cached = cache.get(kind);
    if (cached) return cached;
    const dates = fromEnd ? days.map((day) => length + 1 - day).reverse() : days;
    const matching = dates.filter(
      (date) => date <= length && weekdays.includes(((first + date - 1) % 7) + 1),
    );
    cache.set(kind, matching);
    return matching;
  };
}

const neverHappens = ({ years, months, listDays }: OnCalendar) =>
  years.every((year) => months.every((month) => listDays(year, month).length === 0));
