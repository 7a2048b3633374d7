import { parseWeekdayNumbers, readFields } from "./cron";

const DAY_NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/**
 * A valid cron expression as calendar events of systemd, without a zone: two if cron runs on days of the month or of the
 * week. Null if OnCalendar has no word for its days, such as the last Friday.
 */
export function cronAsOnCalendar(expression: string): string[] | null {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = readFields(expression);
  if (/[LW#]/.test(`${day} ${weekday.replace(/[A-Z]{3}/g, "")}`)) return null;
  const monthNumbers = month.replace(/[A-Z]{3}/g, (name) => String(MONTHS.indexOf(name) + 1));
  const time = `${formatComponent(hour, 0, 23)}:${formatComponent(minute, 0, 59)}`;
  const at = (weekdays: string, days: string) =>
    `${weekdays}*-${formatComponent(monthNumbers, 1, 12)}-${formatComponent(days, 1, 31)} ${time}`;
  const names = formatWeekdays(parseWeekdayNumbers(weekday));
  if (day.startsWith("*") || weekday.startsWith("*")) return [at(names, day)];
  return [at("", day), at(names, "*")];
}

/** One component of a date or a time, whose values are from `min` to `max`. */
const formatComponent = (field: string, min: number, max: number) =>
  field
    .split(",")
    .map((part) =>
      part
        .replace(/^\*\//, `${min}/`)
        // systemd refuses a step that leads nowhere.
        .replace(/^(\d+)\/(\d+)$/, (all, from, step) => (Number(from) + Number(step) > max ? from : all))
        .replace("-", "..")
        .replace(/^\d$/, "0$&"),
    )
    .join(",");

/** “Mon..Fri ” for the days from 0 (Sunday) to 6, with the space that follows. Empty for all days. */
function formatWeekdays(weekdays: number[]): string {
  const days = weekdays.map((weekday) => (weekday + 6) % 7).sort();
  const [first = 0, last = first] = [days[0], days.at(-1)];
  if (days.length === 7) return "";
  if (days.length > 2 && last - first === days.length - 1) return `${DAY_NAMES[first]}..${DAY_NAMES[last]} `;
  return `${days.map((day) => DAY_NAMES[day]).join(",")} `;
}
