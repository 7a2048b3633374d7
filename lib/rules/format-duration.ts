import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations";
import { formatCount } from "./format-count";

/** “4 minutes”, “1 h 38 min”, “26 hours”, “3 days”: rounded down, to minutes below two days. “26 hours” reads better than “1 day”. */
export function formatDuration(durationMs: number): string {
  if (durationMs < MINUTE_MS) return "less than a minute";
  if (durationMs >= 2 * DAY_MS) return formatCount(Math.floor(durationMs / DAY_MS), "day");
  const minutes = Math.floor(durationMs / MINUTE_MS);
  const [hours, rest] = [Math.floor(durationMs / HOUR_MS), minutes % 60];
  if (hours === 0) return formatCount(minutes, "minute");
  return rest === 0 ? formatCount(hours, "hour") : `${hours} h ${rest} min`;
}

/** How long it is from one shown time to the other, as their reader subtracts: from 13:44 to 13:48 it is 4 minutes. */
export const formatSpan = (from: Date, until: Date): string =>
  formatDuration(toShownMinute(until).getTime() - toShownMinute(from).getTime());

/** A time as it is shown, to the minute. */
export const toShownMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
