import { DAY_MS, MINUTE_MS } from "../durations";
import { ScheduleError } from "./schedule-error";
import { firstInstantFrom, listInstants, localTimeAt } from "./zone-time";

/** The hours of the week in which a job runs. */
export type ActiveHours = {
  /** Whether they are open at this local time (see `zone-time`). */
  isOpen(localMs: number): boolean;
  /** The first instant at or after this one at which the hours are open in the zone. */
  openingFrom(zone: string, instantMs: number): number;
  /** When the hours that are open at this instant were opened, the last time before it. */
  openingBefore(zone: string, instantMs: number): number;
  /** How many minutes before this local time the hours closed; 0 if they are open. */
  closedMinutes(localMs: number): number;
};

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
  if (lines.length > MAX_LINES) throw refusal(`must have at most ${MAX_LINES} lines`);
  if (text.length > MAX_CHARACTERS) throw refusal(`must have at most ${MAX_CHARACTERS} characters`);
  const spans = lines.filter(Boolean).flatMap(parseLine);
  if (spans.length === 0) throw refusal(`must name the hours, ${EXAMPLE}`);
  const open = new Uint8Array(WEEK_MINUTES);
  for (const { from, to } of spans) {
    for (let minute = from; minute < to; minute += 1) open[minute % WEEK_MINUTES] = 1;
  }
  const isOpen = (localMs: number) => open[minuteOfWeek(localMs)] === 1;
  return {
    isOpen,
    openingFrom(zone, instantMs) {
      const localMs = localTimeAt(zone, instantMs);
      if (isOpen(localMs)) return instantMs;
      const minute = minuteOfWeek(localMs);
      const waits = spans.map(({ from }) => (from - minute + WEEK_MINUTES) % WEEK_MINUTES || WEEK_MINUTES);
      const openings = waits.flatMap((wait) => openingsAt(zone, startOfMinute(localMs) + wait * MINUTE_MS));
      // An opening that the clock repeats has one instant before this one, and one after it.
      return Math.min(...openings.filter((openingMs) => openingMs > instantMs));
    },
    openingBefore(zone, instantMs) {
      const localMs = localTimeAt(zone, instantMs);
      const minute = minuteOfWeek(localMs);
      const ages = spans.map(({ from }) => (minute - from + WEEK_MINUTES) % WEEK_MINUTES);
      const openings = ages.map((age) => firstInstantFrom(zone, startOfMinute(localMs) - age * MINUTE_MS));
      return Math.max(...openings.filter((openingMs) => openingMs <= instantMs), 0);
    },
    closedMinutes(localMs) {
      let minutes = 0;
      for (let minute = minuteOfWeek(localMs); open[minute] === 0; minutes += 1) {
        minute = (minute - 1 + WEEK_MINUTES) % WEEK_MINUTES;
      }
      return minutes;
    },
  };
}

const startOfMinute = (localMs: number) => Math.floor(localMs / MINUTE_MS) * MINUTE_MS;

/** All instants with this local time, or the first one after it if the clock is turned forward over it. */
function openingsAt(zone: string, localMs: number): number[] {
  const instants = listInstants(zone, localMs);
  return instants.length > 0 ? instants : [firstInstantFrom(zone, localMs)];
}

const refusal = (message: string) => new ScheduleError(message, "active");

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
  const [from, to] = [parseWeekday(first), parseWeekday(last)];
  if (more.length > 0) throw refusal(`must have weekdays ${EXAMPLE}`);
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, i) => (from + i) % 7);
}

function parseWeekday(name: string): number {
  const weekday = WEEKDAYS.findIndex((short) => name.length >= 3 && fullName(short).startsWith(name));
  if (weekday >= 0) return weekday;
  throw refusal(`must have weekdays ${EXAMPLE}: “${name}” is not one`);
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
  if (!parts) throw refusal(`must have times ${EXAMPLE}`);
  const [fromHour, fromMinute, toHour, toMinute] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const isTime = fromMinute < 60 && toMinute < 60 && from < DAY_MINUTES && to <= DAY_MINUTES;
  if (!isTime) throw refusal(`must have times from 00:00 to 24:00, ${EXAMPLE}`);
  if (from === to) throw refusal("must have times that begin and end at different minutes");
  return { from, to };
}
