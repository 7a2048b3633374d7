import { quoted } from "./on-calendar-field";
import { ScheduleError } from "./schedule-error";

/** Monday is 1 and Sunday 7. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const EVERY_WEEKDAY = [1, 2, 3, 4, 5, 6, 7];

/** The weekdays of `Mon..Fri` or `Sat,Sun`, ascending. Throws a ScheduleError. */
export function parseWeekdays(text: string): number[] {
  const terms = text.split(",");
  // systemd allows a comma at the end, as in `Wed, 17:48`.
  if (terms.length > 1 && terms.at(-1) === "") terms.pop();
  const included = new Set(terms.flatMap(termWeekdays));
  return EVERY_WEEKDAY.filter((weekday) => included.has(weekday));
}

function termWeekdays(term: string): number[] {
  // A dash is the older way to write a range.
  const [from = "", to, ...more] = term.split(/\.\.|-/);
  if (more.length > 0) throw new ScheduleError(`weekday range must have two ends: ${quoted(term)} has more`);
  const first = parseWeekday(from);
  const last = to === undefined ? first : parseWeekday(to);
  if (last < first) {
    const ascending = [formatRange(first, 7), formatRange(1, last)].join(",");
    throw new ScheduleError(`weekday range must ascend from Mon to Sun: write ${ascending}`);
  }
  return EVERY_WEEKDAY.filter((weekday) => weekday >= first && weekday <= last);
}

function parseWeekday(text: string): number {
  const lowerCase = text.toLowerCase();
  const index = WEEKDAYS.findIndex((name) =>
    [name, name.slice(0, 3)].some((word) => word.toLowerCase() === lowerCase),
  );
  if (index >= 0) return index + 1;
  throw new ScheduleError(`weekday must be Mon, Tue, Wed, Thu, Fri, Sat or Sun, and ${quoted(text)} is not`);
}

function formatRange(first: number, last: number): string {
  const names = [first, last].map((weekday) => WEEKDAYS[weekday - 1]?.slice(0, 3));
  return first === last ? `${names[0]}` : names.join("..");
}
