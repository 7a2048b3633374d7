import { timesInWords } from "@/components/time-in-words";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/interval";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { toClockTime } from "@/lib/rules/zoned-time";

type TimeMark = { ms: number; words: string };

/**
 * Axis marks within a period that starts then and has this length: the time of day or the weekday of the reader where the period
 * has them, otherwise how far into it.
 */
export function timeMarksFor(
  interval: Interval,
  start: Date,
  lengthMs: number,
  display: TimeDisplay,
): TimeMark[] {
  const { hour, weekday } = timesInWords(display);
  if (interval === "daily") return marksByClock(start, lengthMs, 6 * HOUR_MS, display.zone, hour);
  if (interval === "weekly") return marksByClock(start, lengthMs, DAY_MS, display.zone, weekday);
  const [stepMs, unitMs, unit] =
    lengthMs <= 2 * HOUR_MS
      ? [lengthMs / 4, MINUTE_MS, "min"]
      : lengthMs <= DAY_MS
        ? [lengthMs / 4, HOUR_MS, "h"]
        : [7 * DAY_MS, DAY_MS, "d"];
  return Array.from({ length: Math.floor(lengthMs / stepMs) + 1 }, (_, i) => {
    const inUnits = Math.round(((i * stepMs) / unitMs) * 10) / 10;
    return { ms: i * stepMs, words: `${inUnits} ${unit}` };
  });
}

/** Marks where the clocks of the zone show a multiple of the step. */
function marksByClock(
  start: Date,
  lengthMs: number,
  stepMs: number,
  zone: string,
  inWords: (at: Date) => string,
): TimeMark[] {
  const firstMs = (stepMs - (toClockTime(start, zone) % stepMs)) % stepMs;
  const count = Math.floor((lengthMs - firstMs) / stepMs) + 1;
  return Array.from({ length: count }, (_, i) => {
    const ms = firstMs + i * stepMs;
    return { ms, words: inWords(new Date(start.getTime() + ms)) };
  });
}
