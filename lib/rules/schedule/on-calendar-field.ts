import { ScheduleError } from "./schedule-error";

/** One component of a date or a time. `fromEnd`: its values count down to 1, the last day of the month. */
export type OnCalendarField = { name: string; min: number; max: number; fromEnd?: boolean };

export const YEAR: OnCalendarField = { name: "year", min: 1970, max: 2199 };
export const MONTH: OnCalendarField = { name: "month", min: 1, max: 12 };
export const DAY: OnCalendarField = { name: "day", min: 1, max: 31 };
export const DAY_FROM_END: OnCalendarField = { name: "day", min: 1, max: 28, fromEnd: true };
export const HOUR: OnCalendarField = { name: "hour", min: 0, max: 23 };
export const MINUTE: OnCalendarField = { name: "minute", min: 0, max: 59 };
export const SECOND: OnCalendarField = { name: "second", min: 0, max: 59 };

const range = (first: number, last: number, step = 1): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

/** The values that a component such as `1..7`, `0/15` or `1,15` matches, ascending. Throws a ScheduleError. */
export function parseValues(field: OnCalendarField, text: string): number[] {
  if (text === "*") return range(field.min, field.max);
  // systemd itself refuses a step after a star. Its meaning is plain, so we do not.
  const chain = text.startsWith("*/") && !field.fromEnd ? `${field.min}${text.slice(1)}` : text;
  const values = new Set(chain.split(",").flatMap((term) => termValues(field, term)));
  return [...values].sort((one, other) => one - other);
}

function termValues(field: OnCalendarField, term: string): number[] {
  const match = /^(.*?)(?:\.\.(.*?))?(?:\/(.*))?$/s.exec(term);
  const [, from = "", to, step] = match ?? [];
  const first = inRange(field, wholeNumber(field, from));
  const every = step === undefined ? undefined : parseStep(field, step);
  if (to !== undefined) {
    const last = wholeNumber(field, to);
    if (last < first) {
      throw new ScheduleError(`${field.name} must have the smaller value first in ${quoted(term)}`);
    }
    // As in systemd, the end may be out of range if the last step does not reach it.
    return range(first, inRange(field, last - ((last - first) % (every ?? 1))), every);
  }
  if (every === undefined) return [first];
  const [lowest, highest] = field.fromEnd ? [field.min, first] : [first, field.max];
  if (highest - lowest < every) {
    throw new ScheduleError(`${field.name} can’t step by ${every} in ${quoted(term)}: leave out the step`);
  }
  const steps = range(0, highest - lowest, every);
  return steps.map((distance) => (field.fromEnd ? first - distance : first + distance));
}

/** NaN if the text is not a whole number. */
function wholeNumber(field: OnCalendarField, text: string): number {
  if (field === SECOND && /^\d+\.\d+$/.test(text)) {
    throw new ScheduleError(`second must be whole: leave out the fraction of ${quoted(text)}`);
  }
  return /^\d{1,9}$/.test(text) ? fullYear(field, Number(text)) : Number.NaN;
}

function inRange({ name, min, max, fromEnd }: OnCalendarField, number: number): number {
  if (number >= min && number <= max) return number;
  throw new ScheduleError(
    `${name} must be ${min}–${max}${fromEnd ? " after ~, which counts from the month’s end" : ""}`,
  );
}

/** As systemd reads two digits: 00–69 are 2000–2069, and 70–99 are 1970–1999. */
function fullYear(field: OnCalendarField, number: number): number {
  if (field !== YEAR || number >= 100) return number;
  return number + (number < 70 ? 2000 : 1900);
}

function parseStep({ name }: OnCalendarField, text: string): number {
  if (/^\d+\.\d+$/.test(text)) throw new ScheduleError(`${name} must have a whole step after the slash`);
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new ScheduleError(`${name} must have a step of at least 1 after the slash, as in 0/5`);
}

export const quoted = (text: string) => `“${text.length > 30 ? `${text.slice(0, 29)}…` : text}”`;
