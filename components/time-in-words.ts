import { durationInWords } from "@/lib/rules/duration-in-words";

const MINUTE_MS = 60_000;

/** “4 minutes ago”, “in 56 minutes”, “just now”. */
export function fromNow(at: Date, now: Date): string {
  const aheadMs = at.getTime() - now.getTime();
  if (Math.abs(aheadMs) < MINUTE_MS) return aheadMs > 0 ? "in a moment" : "just now";
  return aheadMs > 0 ? `in ${durationInWords(aheadMs)}` : `${durationInWords(-aheadMs)} ago`;
}

const of = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hourCycle: "h23", ...options });
  return (at: Date) => format.format(at).replace(/,/g, "");
};

const clock = of({ hour: "2-digit", minute: "2-digit" });
const clockWithSeconds = of({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = of({ weekday: "short", day: "numeric", month: "short" });
const dayWithYear = of({ weekday: "short", day: "numeric", month: "short", year: "numeric" });

/** “10:37:12 UTC” */
export const timeInUtc = (at: Date) => `${clockWithSeconds(at)} UTC`;

/** “Tue 10 Mar, 10:37 UTC” */
export const momentInUtc = (at: Date) => `${day(at)}, ${clock(at)} UTC`;

/** “Tue 10 Mar 2026, 10:37:12 UTC” */
export const exactlyInUtc = (at: Date) => `${dayWithYear(at)}, ${clockWithSeconds(at)} UTC`;

/** “10 Mar 2026” */
export const dateInUtc = of({ day: "numeric", month: "short", year: "numeric" });

/** “11:00 UTC” on the same day, with the day otherwise. */
export const soonInUtc = (at: Date, now: Date) =>
  day(at) === day(now) ? `${clock(at)} UTC` : momentInUtc(at);
