const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Round marks to read a height against: at most four of them, from zero up to what is needed. */
export function marksFor(most: number): number[] {
  const rough = Math.max(most, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 1, 1);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** Marks within a period of this length, in milliseconds from its start, with what stands beside them. */
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
