import { endOfSpan, lengthMinutes, type Span } from "./hours";

const WEEK_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;

/** 1 (Monday) to 7 (Sunday). */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The times in which a member wants no emails and no browser notifications below critical. */
export type QuietHours = Span & { zone: string };

/** Whether there is no time at all in which emails come. */
export const isAlwaysQuiet = (quiet: QuietHours) =>
  lengthMinutes(quiet) === DAY_MINUTES && [0, 7].includes(quiet.days.length);

/** How many minutes of a week are left for emails. */
export const openMinutesAWeek = (quiet: QuietHours) =>
  WEEK_MINUTES - lengthMinutes(quiet) * (quiet.days.length || WEEKDAYS.length);

/** When the quiet hours end that this instant is in; null if it is in none. Quiet hours that touch are one. */
export function quietUntil(quiet: QuietHours, at: Date): Date | null {
  const hours = { zone: quiet.zone, spans: [quiet] };
  let until = endOfSpan(hours, at);
  // A week is the longest that they can be, because some time is left for emails.
  for (let i = 0; until && i < WEEKDAYS.length; i += 1) {
    const later = endOfSpan(hours, until);
    if (!later) break;
    until = later;
  }
  return until;
}
