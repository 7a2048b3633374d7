import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../durations";
import { ScheduleError } from "./schedule-error";

const UNIT_MS = new Map(
  Object.entries({
    second: SECOND_MS,
    minute: MINUTE_MS,
    hour: HOUR_MS,
    day: DAY_MS,
    week: 7 * DAY_MS,
  }),
);

export const MIN_GAP_MS = 30 * SECOND_MS;
const MAX_GAP_MS = 365 * DAY_MS;

/** The period of `every 45 minutes` in milliseconds. Throws a ScheduleError that says what is wrong. */
export function parseEvery(expression: string): number {
  const parts = /^every\s+(?:(\d{1,9})\s*)?([a-z]+?)s?$/i.exec(expression);
  const unitMs = UNIT_MS.get(parts?.[2]?.toLowerCase() ?? "");
  if (!parts || !unitMs) {
    throw new ScheduleError(
      "must be “every”, a whole number, and seconds, minutes, hours, days or weeks: every 45 minutes",
    );
  }
  const periodMs = Number(parts[1] ?? 1) * unitMs;
  if (periodMs < MIN_GAP_MS) throw new ScheduleError("must be every 30 seconds or longer");
  if (periodMs > MAX_GAP_MS) throw new ScheduleError("must be every 365 days or shorter");
  return periodMs;
}
