import { formatOnCalendarTime } from "./format-on-calendar-time";
import { findStep, formatValueList } from "./format-values";
import type { OnCalendar } from "./on-calendar";
import { EVERY_WEEKDAY, WEEKDAYS } from "./on-calendar-weekdays";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const YEAR_COUNT = 230;

/** “At 07:30, Monday through Friday”, “Every 15 minutes”: exact, in local time, without the zone. */
export function describeOnCalendar(onCalendar: OnCalendar): string {
  const time = formatOnCalendarTime(onCalendar);
  const period = formatPeriod(onCalendar);
  const weekdays = onCalendar.weekdays.length < EVERY_WEEKDAY.length ? onCalendar.weekdays : null;
  const dates = formatDates(onCalendar);
  if (dates)
    return `${time} on ${dates}${weekdays ? `, if that is ${formatValueList(weekdays, formatWeekday, "or", "through")}` : ""}`;
  if (weekdays) return `${time}, ${formatWeekdays(weekdays)}${period}`;
  return `${time}${/^At \d\d:/.test(time) ? " every day" : ""}${period}`;
}

/** “the 1st to 7th of each month”, “the last day of February”. Null if each day is included. */
function formatDates(onCalendar: OnCalendar): string | null {
  const { days, fromEnd, months } = onCalendar;
  if (!fromEnd && days.length === 31) return null;
  const month = months.length === 12 ? "each month" : formatValueList(months, monthName, "and");
  return `${fromEnd ? daysFromEnd(days) : formatDays(days, ordinal)} of ${month}${yearsAfter("of", onCalendar)}`;
}

function formatDays(days: number[], nameOne: (day: number) => string): string {
  const step = findStep(days);
  if (days.length <= 4 || step === null || step === 1) return `the ${formatValueList(days, nameOne, "and")}`;
  return `every ${ordinal(step)} day from the ${nameOne(days[0] as number)} to the ${nameOne(days.at(-1) as number)}`;
}

function daysFromEnd(days: number[]): string {
  if (days.length > 1 && days.at(-1) === days.length) return `the last ${days.length} days`;
  const fromFirst = days.toReversed().map((day) => -day);
  const text = formatDays(fromFirst, (day) => (day === -1 ? "last" : `${ordinal(-day)} last`));
  return text.startsWith("every") ? text : `${text} day`;
}

/** “ in January of 2026”, to be added after each day. Empty if the expression names neither months nor years. */
function formatPeriod(onCalendar: OnCalendar): string {
  if (onCalendar.months.length === 12) return yearsAfter("in", onCalendar);
  return ` in ${formatValueList(onCalendar.months, monthName, "and")}${yearsAfter("of", onCalendar)}`;
}

const yearsAfter = (preposition: string, { years }: OnCalendar) =>
  years.length === YEAR_COUNT ? "" : ` ${preposition} ${formatValueList(years, String, "and")}`;

function formatWeekdays(weekdays: number[]): string {
  const text = formatValueList(weekdays, formatWeekday, "and", "through");
  return text.includes("through") ? text : `on ${text.replaceAll("day", "days")}`;
}

const formatWeekday = (weekday: number) => WEEKDAYS[weekday - 1] as string;
const monthName = (month: number) => MONTHS[month - 1] as string;

function ordinal(day: number): string {
  const suffix = ["st", "nd", "rd"][(day % 10) - 1] ?? "th";
  return `${day}${day >= 11 && day <= 13 ? "th" : suffix}`;
}
