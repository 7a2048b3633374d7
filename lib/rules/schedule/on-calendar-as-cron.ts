import { parseOnCalendar } from "./on-calendar";

const ALL_YEARS = 230;

/** A valid calendar event of systemd as a cron expression, without its zone. Null if cron cannot express it. */
export function onCalendarAsCron(text: string): string | null {
  const { weekdays, years, months, days, fromEnd, hours, minutes, seconds } = parseOnCalendar(text);
  const isWholeMinute = seconds.length === 1 && seconds[0] === 0;
  // Cron takes days of the month and days of the week as alternatives; OnCalendar wants both.
  const hasBothDays = days.length < 31 && weekdays.length < 7;
  if (!isWholeMinute || years.length < ALL_YEARS || fromEnd || hasBothDays) return null;
  return [
    formatField(minutes, 0, 59),
    formatField(hours, 0, 23),
    formatField(days, 1, 31),
    formatField(months, 1, 12),
    formatField(
      weekdays.map((weekday) => weekday % 7).sort((one, other) => one - other),
      0,
      6,
    ),
  ].join(" ");
}

/** The shortest way to write ascending numbers as a field of cron. */
function formatField(numbers: number[], min: number, max: number): string {
  const [first = min, second = first] = numbers;
  const last = numbers.at(-1) ?? first;
  const step = second - first;
  const isEven = numbers.length > 2 && numbers.every((number, i) => number === first + i * step);
  if (!isEven) return numbers.join(",");
  const range = first === min && last + step > max ? "*" : `${first}-${last}`;
  return step === 1 ? range : `${range}/${step}`;
}
