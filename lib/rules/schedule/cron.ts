import type { CivilPattern } from "./civil-time";
import { ScheduleError } from "./schedule-error";

/**
 * A cron expression as Debian’s cron reads it. `isFixedTime`: neither the minute nor the hour starts with `*`, so the job
 * runs once on each day even if the clock is turned forward or back over its time.
 */
export type Cron = CivilPattern & { isFixedTime: boolean };

type Field = { name: string; min: number; max: number; names?: string[] };

const MINUTE: Field = { name: "minute", min: 0, max: 59 };
const HOUR: Field = { name: "hour", min: 0, max: 23 };
const DAY: Field = { name: "day of month", min: 1, max: 31 };
const MONTH: Field = {
  name: "month",
  min: 1,
  max: 12,
  names: ["", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
};
// 0 and 7 are both Sunday.
const WEEKDAY: Field = {
  name: "day of week",
  min: 0,
  max: 7,
  names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
};

const NICKNAMES = new Map(
  Object.entries({
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
  }),
);

/** The five fields of an expression, with a nickname such as `@daily` written out. */
export function readFields(expression: string): string[] {
  const nickname = expression.toLowerCase();
  if (nickname.startsWith("@")) return writtenOut(nickname).split(" ");
  const fields = expression.toUpperCase().split(/\s+/);
  if (fields.length === 5)
    return fields.map((field, index) => (index === 2 ? withoutIdleSteps(field) : field));
  if (fields.length > 5 && fields.slice(0, 6).every((field) => /^[\d*?/,#LWH-]+$|^[A-Z]{3}\b/.test(field))) {
    throw new ScheduleError("This has a field for seconds: remove the first field");
  }
  throw new ScheduleError(
    fields.length > 5
      ? "Cron needs five fields: leave out the user and the command"
      : `Cron needs five fields; this has ${["none", "one", "two", "three", "four"][fields.length]}`,
  );
}

/** Healthchecks takes a step after the last day of a month, where there is nothing to step to: `L/2` is `L`. */
const withoutIdleSteps = (days: string) => days.replace(/(?<![^,])(LW?)\/0*[1-9]\d{0,3}(?![^,])/g, "$1");

function writtenOut(nickname: string): string {
  const expression = NICKNAMES.get(nickname);
  if (expression) return expression;
  throw new ScheduleError(
    nickname === "@reboot"
      ? "@reboot has no time: a snitch needs a schedule that repeats"
      : `${nickname} is not known: use ${[...NICKNAMES.keys()].join(", ")}`,
  );
}

/** Parses a cron expression of five fields, or a nickname such as `@daily`. Throws a ScheduleError that says what is wrong. */
export function parseCron(expression: string): Cron {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = readFields(expression);
  const months = new Set(parseNumbers(MONTH, month));
  const days = parseDays(day);
  const weekdays = parseWeekdays(weekday);
  // As in Debian’s cron: a field that starts with a star never adds days, it only restricts them.
  const mustMatchBoth = day.startsWith("*") || weekday.startsWith("*");
  return {
    minutes: parseNumbers(MINUTE, minute),
    hours: parseNumbers(HOUR, hour),
    seconds: [0],
    isFixedTime: !minute.startsWith("*") && !hour.startsWith("*"),
    listDays(year, monthNumber) {
      if (!months.has(monthNumber)) return [];
      const length = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
      const weekdayOfFirst = new Date(Date.UTC(year, monthNumber - 1, 1)).getUTCDay();
      const matching: number[] = [];
      for (let date = 1; date <= length; date += 1) {
        const calendarDay = { date, weekday: (weekdayOfFirst + date - 1) % 7, length };
        const byDay = days(calendarDay);
        const byWeekday = weekdays(calendarDay);
        if (mustMatchBoth ? byDay && byWeekday : byDay || byWeekday) matching.push(date);
      }
      return matching;
    },
  };
}

/** A day in a month of this length. */
type CalendarDay = { date: number; weekday: number; length: number };
type DayCondition = (day: CalendarDay) => boolean;

const anyOf =
  (conditions: DayCondition[]): DayCondition =>
  (day) =>
    conditions.some((holds) => holds(day));

function among(numbers: Iterable<number>, read: (day: CalendarDay) => number): DayCondition {
  const included = new Set(numbers);
  return (day) => included.has(read(day));
}

const isLastDay: DayCondition = ({ date, length }) => date === length;

const isWeekend = (weekday: number) => weekday === 0 || weekday === 6;

const isLastWorkday: DayCondition = ({ date, weekday, length }) => {
  if (isWeekend(weekday)) return false;
  const isFriday = weekday === 5;
  return date === length || (isFriday && length - date <= 2);
};

const parseDays = (text: string): DayCondition =>
  anyOf(
    text.split(",").map((part) => {
      if (part === "L") return isLastDay;
      if (part === "LW") return isLastWorkday;
      return among(parseNumbers(DAY, part), ({ date }) => date);
    }),
  );

const parseWeekdays = (text: string): DayCondition =>
  anyOf(
    text.split(",").map((part) => {
      const nth = /^([^#]*)#(.*)$/.exec(part);
      if (nth) return nthWeekday(parseNumber(WEEKDAY, nth[1] ?? "") % 7, nth[2] ?? "");
      if (part.length > 1 && part.endsWith("L")) {
        const last = parseNumber(WEEKDAY, part.slice(0, -1)) % 7;
        return ({ date, weekday, length }: CalendarDay) => weekday === last && date > length - 7;
      }
      return among(
        parseNumbers(WEEKDAY, part).map((number) => number % 7),
        ({ weekday }) => weekday,
      );
    }),
  );

function nthWeekday(wanted: number, nth: string): DayCondition {
  if (!/^[1-5]$/.test(nth))
    throw new ScheduleError("day of week must have 1–5 after #: MON#1 is the first Monday");
  return ({ date, weekday }) => weekday === wanted && Math.ceil(date / 7) === Number(nth);
}

/** The days of the week that a field without `L` and `#` names: 0 is Sunday. */
export const parseWeekdayNumbers = (text: string): number[] => [
  ...new Set(parseNumbers(WEEKDAY, text).map((number) => number % 7)),
];

/** The numbers that a field names, ascending and without repetition. */
function parseNumbers(field: Field, text: string): number[] {
  const numbers = new Set(text.split(",").flatMap((part) => parsePart(field, part)));
  return [...numbers].sort((one, other) => one - other);
}

function parsePart(field: Field, part: string): number[] {
  const [range = "", step, ...more] = part.split("/");
  if (more.length > 0) throw new ScheduleError(`${field.name} has two steps: write one, as in */5`);
  const { first, last } = parseRange(field, range, step !== undefined);
  const every = step === undefined ? 1 : parseStep(field, step);
  const numbers: number[] = [];
  for (let number = first; number <= last; number += every) numbers.push(number);
  return numbers;
}

function parseRange(field: Field, range: string, hasStep: boolean): { first: number; last: number } {
  if (range === "*") return { first: field.min, last: field.max };
  const [from = "", to, ...more] = range.split("-");
  if (more.length > 0) throw new ScheduleError(`${field.name} has a range with two dashes: write it as 1-5`);
  const first = parseNumber(field, from);
  if (to === undefined) return { first, last: hasStep ? field.max : first };
  const last = parseNumber(field, to);
  if (last < first)
    throw new ScheduleError(`${field.name} has a range that descends: write the smaller one first`);
  return { first, last };
}

function parseStep({ name }: Field, step: string): number {
  if (!/^\d{1,4}$/.test(step) || Number(step) === 0) {
    throw new ScheduleError(`${name} must have a step of at least 1 after the slash, as in */5`);
  }
  return Number(step);
}

function parseNumber(field: Field, text: string): number {
  const index = field.names?.indexOf(text) ?? -1;
  if (text !== "" && index >= 0) return index;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= field.min && number <= field.max) return number;
  throw new ScheduleError(reasonAgainst(field, text));
}

/** What is wrong with a text that is not a number of the field, and what to write instead. */
function reasonAgainst({ name, min, max, names }: Field, text: string): string {
  if (text === "?") return `${name} can’t be ?: write * instead`;
  if (text.startsWith("H"))
    return `${name} can’t be H, which only Jenkins supports: write the minute or hour`;
  if (/^\d+W$|^W$/.test(text))
    return `${name} can’t use W: LW is the last weekday of a month, and 1-5 in the last field are all weekdays`;
  if (text === "L" || text.endsWith("L"))
    return `${name} can’t be L here: L is the last day of a month, and 5L its last Friday`;
  return `${name} must be ${min}–${max}${names ? ` or ${names.filter(Boolean).slice(0, 2).join(", ")} …` : ""}`;
}
