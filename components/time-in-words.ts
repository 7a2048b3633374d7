import { durationInWords } from "@/lib/rules/duration-in-words";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { DEFAULT_DISPLAY, type TimeDisplay } from "@/lib/rules/time-display";

/** “4 minutes ago”, “in 56 minutes”, “just now”. */
export function fromNow(at: Date, now: Date): string {
  const aheadMs = at.getTime() - now.getTime();
  if (Math.abs(aheadMs) < MINUTE_MS) return aheadMs > 0 ? "in a moment" : "just now";
  return aheadMs > 0 ? `in ${durationInWords(aheadMs)}` : `${durationInWords(-aheadMs)} ago`;
}

export type TimesInWords = ReturnType<typeof makeTimesInWords>;

const made = new Map<string, TimesInWords>();
const MAX_MADE = 500;

/** The words for times, as this reader reads them. */
export function timesInWords(display: TimeDisplay): TimesInWords {
  const key = JSON.stringify(display);
  const known = made.get(key) ?? makeTimesInWords(display);
  // Formats are slow to make. Locales and zones come from requests, so their number is limited.
  if (made.size >= MAX_MADE) made.clear();
  made.set(key, known);
  return known;
}

function makeTimesInWords({ zone, locale, hourCycle }: TimeDisplay) {
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
  const clockPart = { hour, minute: "2-digit", timeZoneName: "short" } as const;
  const dayPart = { weekday: "short", day: "numeric", month: "short" } as const;

  const clock = buildFormat(clockPart);
  const time = buildFormat({ ...clockPart, second: "2-digit" });
  const day = buildFormat(dayPart);
  const dayWithYear = buildFormat({ ...dayPart, year: "numeric" });
  const moment = (at: Date) => `${day(at)}, ${clock(at)}`;
  const hourAlone = buildFormat({ hour, minute: "2-digit" });
  const weekday = buildFormat({ weekday: "short" });
  const date = buildFormat({ day: "numeric", month: "short" });
  return {
    /** “Tue 10 Mar” */
    day,
    /** “10:37 UTC” */
    clock,
    /** “10:37”, where the zone is said once for many times. */
    hour: hourAlone,
    /** “03:04” on the same day, “Sun 03:04” within six days, else “8 Mar 03:04”: where the zone is said once for many times. */
    brief: (at: Date, now: Date) => {
      if (day(at) === day(now)) return hourAlone(at);
      const isNear = Math.abs(now.getTime() - at.getTime()) < 6 * DAY_MS;
      return `${isNear ? weekday(at) : date(at)} ${hourAlone(at)}`;
    },
    /** “10:37:12 UTC” */
    time,
    /** “Tue 10 Mar, 10:37 UTC” */
    moment,
    /** “Tue 10 Mar, 10:37:12 UTC” */
    second: (at: Date) => `${day(at)}, ${time(at)}`,
    /** “Tue 10 Mar 2026, 10:37:12 UTC” */
    exact: (at: Date) => `${dayWithYear(at)}, ${time(at)}`,
    /** “10 Mar 2026” */
    date: buildFormat({ day: "numeric", month: "short", year: "numeric" }),
    /** “11:00 UTC” on the same day, with the day otherwise. */
    soon: (at: Date, now: Date) => (day(at) === day(now) ? clock(at) : moment(at)),
  };
}

const utc = timesInWords(DEFAULT_DISPLAY);

/** For periods, which are UTC for every reader, and for pages that all readers share. */
export const { time: timeInUtc, moment: momentInUtc, exact: exactlyInUtc, date: dateInUtc } = utc;

/** The exact time as this reader reads it, and in UTC unless that is the same. */
export function exactlyInBoth(at: Date, display: TimeDisplay): string {
  const inUtc = timesInWords({ ...display, zone: "UTC" }).exact(at);
  return [...new Set([timesInWords(display).exact(at), inUtc])].join("\n");
}
