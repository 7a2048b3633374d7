import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/interval";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", ""];

/** Axis marks within a period of this length: the time of day or the weekday where the period has them, otherwise how far into it. */
export function timeMarksFor(interval: Interval, lengthMs: number): { ms: number; words: string }[] {
  const [stepMs, unitMs, unit] =
    lengthMs <= 2 * HOUR_MS
      ? [lengthMs / 4, 60_000, "min"]
      : lengthMs <= DAY_MS
        ? [lengthMs / 4, HOUR_MS, "h"]
        : lengthMs <= 7 * DAY_MS
          ? [DAY_MS, DAY_MS, "d"]
          : [7 * DAY_MS, DAY_MS, "d"];
  return Array.from({ length: Math.floor(lengthMs / stepMs) + 1 }, (_, i) => {
    const inUnits = Math.round(((i * stepMs) / unitMs) * 10) / 10;
    if (interval === "daily") return { ms: i * stepMs, words: `${String(inUnits).padStart(2, "0")}:00` };
    if (interval === "weekly") return { ms: i * stepMs, words: WEEKDAYS[i] ?? "" };
    return { ms: i * stepMs, words: `${inUnits} ${unit}` };
  });
}
