const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** At most four round values for the axis, from zero to at least the maximum. */
export function marksFor(max: number): number[] {
  const rough = Math.max(max, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 1, 1);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => i * step);
}

/** Axis marks within a period of this length: milliseconds from its start, with their labels. */
export function timeMarksFor(lengthMs: number): { ms: number; words: string }[] {
  const [stepMs, unitMs, unit] =
    lengthMs <= 2 * HOUR_MS
      ? [lengthMs / 4, 60_000, "min"]
      : lengthMs <= DAY_MS
        ? [lengthMs / 4, HOUR_MS, "h"]
        : lengthMs <= 7 * DAY_MS
          ? [DAY_MS, DAY_MS, "d"]
          : [7 * DAY_MS, DAY_MS, "d"];
  return Array.from({ length: Math.floor(lengthMs / stepMs) + 1 }, (_, i) => ({
    ms: i * stepMs,
    words: `${Math.round(((i * stepMs) / unitMs) * 10) / 10} ${unit}`,
  }));
}
