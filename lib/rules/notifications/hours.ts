import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { toClockTime, toInstant } from "@/lib/rules/schedule/zoned-time";

const DAY_MINUTES = 24 * 60;

/** Enough days to find the next span of any hours, even if the clocks skip one of a single weekday. */
const MAX_DAYS_AHEAD = 15;

/** A part of the day. */
export type Span = {
  /** Minutes since midnight. If `to` is not later than `from`, it is on the next day. */
  from: number;
  to: number;
  /** The days on which it begins, 1 (Monday) to 7; empty for all. */
  days: number[];
};

/** Hours of every week, by the clocks of a zone: quiet ones of a member, or those in which a channel gets messages. */
export type Hours = { zone: string; spans: Span[] };

export const lengthMinutes = ({ from, to }: Span) => (to > from ? to - from : to - from + DAY_MINUTES);

/** The spans that begin on a day, given as its midnight in local time. The clocks may skip one. */
const listSpans = ({ zone, spans }: Hours, day: number) =>
  spans
    .filter(({ days }) => days.length === 0 || days.includes(weekdayOf(day)))
    .map((span) => ({
      start: toInstant(day + span.from * MINUTE_MS, zone),
      end: toInstant(day + (span.from + lengthMinutes(span)) * MINUTE_MS, zone),
    }));

const localDay = ({ zone }: Hours, at: Date) => Math.floor(toClockTime(at, zone) / DAY_MS) * DAY_MS;

/** When the span ends that this instant is in, the last if there are several; null if it is in none. */
export function endOfSpan(hours: Hours, at: Date): Date | null {
  const today = localDay(hours, at);
  const ends = [today - DAY_MS, today]
    .flatMap((day) => listSpans(hours, day))
    .flatMap(({ start, end }) => (start <= at && at < end ? end.getTime() : []));
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}

/** When hours begin that this instant is not in; null if it is in them. */
export function hoursBegin(hours: Hours, at: Date): Date | null {
  if (endOfSpan(hours, at)) return null;
  const today = localDay(hours, at);
  for (let ahead = -1; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const starts = listSpans(hours, today + ahead * DAY_MS).flatMap(({ start, end }) =>
      at < start && start < end ? start.getTime() : [],
    );
    if (starts.length > 0) return new Date(Math.min(...starts));
  }
  throw new Error(`No hours begin after ${at.toISOString()}: ${JSON.stringify(hours)}`);
}

const weekdayOf = (day: number) => new Date(day).getUTCDay() || 7;
