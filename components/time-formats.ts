import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { formatDuration } from "@/lib/rules/format-duration";
import { DEFAULT_DISPLAY, type TimeDisplay } from "@/lib/rules/time-display";
import { findOrMake } from "./find-or-make";

/** “4 minutes ago”, “in 56 minutes”, “just now”. */
export function fromNow(at: Date, now: Date): string {
  const aheadMs = at.getTime() - now.getTime();
  if (Math.abs(aheadMs) < MINUTE_MS) return aheadMs > 0 ? "in a moment" : "just now";
  return aheadMs > 0 ? `in ${formatDuration(aheadMs)}` : `${formatDuration(-aheadMs)} ago`;
}

export type TimeFormats = ReturnType<typeof makeTimeFormats>;

const made = new Map<string, TimeFormats>();
const MAX_MADE = 500;

/** The words for times, as this reader reads them. They do not name the zone: the page does, once. */
export const timeFormats = (display: TimeDisplay): TimeFormats => find(display, false);

/** The same with the name of the zone at each time, for a time that stands alone. */
export const timesWithZone = (display: TimeDisplay): TimeFormats => find(display, true);

function find(display: TimeDisplay, namesZone: boolean): TimeFormats {
  const key = JSON.stringify([display, namesZone]);
  // Formats are slow to make. Locales and zones come from requests, so their number is limited.
  return findOrMake(made, MAX_MADE, key, () => makeTimeFormats(display, namesZone));
}

function makeTimeFormats({ zone, locale, hourCycle }: TimeDisplay, namesZone: boolean) {
  const buildFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: zone,
      ...(hourCycle && options.hour && { hourCycle }),
      ...options,
    });
    // “Tue 10 Mar” without the comma that some locales put after the weekday. Old versions of ICU put a narrow space before AM.
    return (at: Date) =>
      format
        .format(at)
        .replace(/^(\p{L}+\.?),/u, "$1")
        .replaceAll("\u202f", " ");
  };
  const natural = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hourCycle;
  const hour = (hourCycle ?? natural)?.startsWith("h1") ? "numeric" : "2-digit";
  const hourPart = { hour, minute: "2-digit" } as const;
  const clockPart = namesZone ? ({ ...hourPart, timeZoneName: "short" } as const) : hourPart;
  const dayPart = { weekday: "short", day: "numeric", month: "short" } as const;

  const clock = buildFormat(clockPart);
  const time = buildFormat({ ...clockPart, second: "2-digit" });
  const day = ofQuarterHour(buildFormat(dayPart));
  const dayWithYear = buildFormat({ ...dayPart, year: "numeric" });
  const moment = (at: Date) => `${day(at)}, ${clock(at)}`;
  const hourAlone = buildFormat(hourPart);
  const withZone = buildFormat({ ...hourPart, timeZoneName: "short" });
  const hourOfDay = (at: Date) => `${day(at)}, ${hourAlone(at)}`;
  const weekday = ofQuarterHour(buildFormat({ weekday: "short" }));
  const dayOfMonth = ofQuarterHour(buildFormat({ day: "numeric", month: "short" }));
  return {
    /** “Tue 10 Mar” */
    day,
    /** “Tue” */
    weekday,
    /** “10 Mar” */
    dayOfMonth,
    /** “10:37” */
    clock,
    /** “02:30”, and in the hour that a clock that is turned back shows twice, “02:30 CET”. */
    plainClock: (at: Date) => (isShownTwice(at, hourOfDay) ? withZone(at) : hourAlone(at)),
    /** “10:37”, never with the zone. */
    hour: hourAlone,
    /** “03:04” on the same day, “Sun 03:04” within six days, else “8 Mar 03:04”, never with the zone. */
    brief: (at: Date, now: Date) => {
      if (day(at) === day(now)) return hourAlone(at);
      const isNear = Math.abs(now.getTime() - at.getTime()) < 6 * DAY_MS;
      return `${isNear ? weekday(at) : dayOfMonth(at)} ${hourAlone(at)}`;
    },
    /** “10:37:12” */
    time,
    /** “Tue 10 Mar, 10:37” */
    moment,
    /** “Tue 10 Mar, 10:37:12” */
    second: (at: Date) => `${day(at)}, ${time(at)}`,
    /** “Tue 10 Mar 2026, 10:37:12” */
    exact: (at: Date) => `${dayWithYear(at)}, ${time(at)}`,
    /** “10 Mar 2026” */
    date: buildFormat({ day: "numeric", month: "short", year: "numeric" }),
    /** “11:00” on the same day, with the day otherwise. */
    soon: (at: Date, now: Date) => (day(at) === day(now) ? clock(at) : moment(at)),
  };
}

type Format = (at: Date) => string;

/** By how much clocks are turned back: an hour, and on Lord Howe Island half of one. */
const TURNED_BACK_MS = [HOUR_MS, HOUR_MS / 2];

/** Whether a clock shows the same at another instant. */
const isShownTwice = (at: Date, format: Format): boolean =>
  TURNED_BACK_MS.flatMap((ms) => [ms, -ms]).some((ms) => format(new Date(at.getTime() + ms)) === format(at));

const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const MAX_QUARTER_HOURS = 50;

/** A format of days alone, which remembers its words: pages ask for those of one day many times. Since 1972, days begin at a quarter of an hour in every zone. */
function ofQuarterHour(format: Format): Format {
  const cache = new Map<number, string>();
  return (at) =>
    findOrMake(cache, MAX_QUARTER_HOURS, Math.floor(at.getTime() / QUARTER_HOUR_MS), () => format(at));
}

/** “Tue 10 Mar, 10:37 UTC”, for pages that all readers share. */
export const { moment: momentInUtc } = timesWithZone(DEFAULT_DISPLAY);

/** The exact time as this reader reads it, and in UTC unless that is the same. */
export function exactlyInBoth(at: Date, display: TimeDisplay): string {
  const inUtc = timesWithZone({ ...display, zone: "UTC" }).exact(at);
  return [...new Set([timesWithZone(display).exact(at), inUtc])].join("\n");
}
