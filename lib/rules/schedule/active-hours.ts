import { ScheduleError } from "./schedule-error";
import { firstInstantFrom, localTimeAt } from "./zone-time";

/** The hours of the week in which a job runs. `isOpen` takes a local time (see `zone-time`). */
export type ActiveHours = {
  isOpen(localMs: number): boolean;
  /** The first instant at or after this one at which the hours are open in the zone. */
  openingFrom(zone: string, instantMs: number): number;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** Minutes since Sunday 00:00, local time; `to` is not in it, and may lie in the next week. */
type Span = { from: number; to: number };

const EXAMPLE = "as in Mon..Fri 08:00-18:00";
const MAX_LINES = 10;
const MAX_CHARACTERS = 200;

/**
 * Parses active hours: weekdays (`Mon..Fri`, `Sat,Sun`; without them every day) and times (`08:00-18:00`, or several with
 * commas), one set a line. A time that ends before it begins ends on the next day. Throws a ScheduleError.
 */
export function parseActiveHours(text: string): ActiveHours {
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.length > MAX_LINES) throw refused(`must have at most ${MAX_LINES} lines`);
  if (text.length > MAX_CHARACTERS) throw refused(`must have at most ${MAX_CHARACTERS} characters`);
  const spans = lines.filter(Boolean).flatMap(parseLine);
  if (spans.length === 0) throw refused(`must name the hours, ${EXAMPLE}`);
  const isOpenAt = (minute: number) =>
    spans.some(
      ({ from, to }) =>
        (minute >= from && minute < to) || (minute + WEEK_MINUTES >= from && minute + WEEK_MINUTES < to),
    );
  const isOpen = (localMs: number) => isOpenAt(minuteOfWeek(localMs));
  return {
    isOpen,
    openingFrom(zone, instantMs) {
      const localMs = localTimeAt(zone, instantMs);
      if (isOpen(localMs)) return instantMs;
      const minute = minuteOfWeek(localMs);
      const waits = spans.map(({ from }) => (from - minute + WEEK_MINUTES) % WEEK_MINUTES || WEEK_MINUTES);
      const minuteStartMs = Math.floor(localMs / MINUTE_MS) * MINUTE_MS;
      const openings = waits.map((wait) => firstInstantFrom(zone, minuteStartMs + wait * MINUTE_MS));
      return Math.max(instantMs, Math.min(...openings));
    },
  };
}

const refused = (message: string) => new ScheduleError(message, "active");

function minuteOfWeek(localMs: number): number {
  const weekday = new Date(localMs).getUTCDay();
  const msOfDay = ((localMs % DAY_MS) + DAY_MS) % DAY_MS;
  return weekday * DAY_MINUTES + Math.floor(msOfDay / MINUTE_MS);
}

function parseLine(line: string): Span[] {
  const [, days, times = ""] = /^([a-z][a-z.,]*)?\s*(.*)$/i.exec(line) ?? [];
  const weekdays = days ? days.split(",").flatMap(parseWeekdays) : WEEKDAYS.map((_, weekday) => weekday);
  return times.split(",").flatMap((time) => {
    const { from, to } = parseTimes(time.trim());
    const end = to > from ? to : to + DAY_MINUTES;
    return weekdays.map((weekday) => ({
      from: weekday * DAY_MINUTES + from,
      to: weekday * DAY_MINUTES + end,
    }));
  });
}

function parseWeekdays(text: string): number[] {
  const [first = "", last = first, ...more] = text.split("..").map((name) => name.toLowerCase());
  const [from, to] = [weekdayOf(first), weekdayOf(last)];
  if (more.length > 0) throw refused(`must have weekdays ${EXAMPLE}`);
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, i) => (from + i) % 7);
}

function weekdayOf(name: string): number {
  const weekday = WEEKDAYS.findIndex((short) => name.length >= 3 && fullName(short).startsWith(name));
  if (weekday >= 0) return weekday;
  throw refused(`must have weekdays ${EXAMPLE}: “${name}” is not one`);
}

const FULL_NAMES: Record<string, string> = {
  tue: "tuesday",
  wed: "wednesday",
  thu: "thursday",
  sat: "saturday",
};
const fullName = (short: string) => FULL_NAMES[short] ?? `${short}day`;

function parseTimes(text: string): Span {
  const parts = /^(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)$/.exec(text);
  if (!parts) throw refused(`must have times ${EXAMPLE}`);
  const [fromHour, fromMinute, toHour, toMinute] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const isTime = fromMinute < 60 && toMinute < 60 && from < DAY_MINUTES && to <= DAY_MINUTES;
  if (!isTime) throw refused(`must have times from 00:00 to 24:00, ${EXAMPLE}`);
  if (from === to) throw refused("must have times that begin and end at different minutes");
  return { from, to };
}
