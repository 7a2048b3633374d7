import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";

const MINUTES = [1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS);
const HOURS = [1, 2, 3, 6, 12].map((count) => count * HOUR_MS);
const DAYS = [1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * DAY_MS);
const STEPS = [...MINUTES, ...HOURS, ...DAYS];

const MAX_STEPS = 4;

/** The part of time that a chart of delays shows, with its marks. It contains every delay and the time of the run. */
export function delayAxis(delaysMs: number[]): {
  fromMs: number;
  toMs: number;
  marks: { ms: number; words: string }[];
} {
  const [earliestMs, latestMs] = [Math.min(0, ...delaysMs), Math.max(0, ...delaysMs)];
  const stepMs = STEPS.find((ms) => latestMs - earliestMs <= ms * MAX_STEPS) ?? STEPS.at(-1) ?? DAY_MS;
  const first = Math.floor(earliestMs / stepMs);
  const last = Math.max(Math.ceil(latestMs / stepMs), first + 1);
  const marks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * stepMs);
  return {
    fromMs: first * stepMs,
    toMs: last * stepMs,
    marks: marks.map((ms) => ({ ms, words: markInWords(ms, stepMs) })),
  };
}

/** “+5 min”, “−1 h”, and for the time of the run itself “on time”. All marks of an axis have the same unit. */
function markInWords(ms: number, stepMs: number): string {
  if (ms === 0) return "on time";
  const [unitMs, unit] =
    stepMs < HOUR_MS ? [MINUTE_MS, "min"] : stepMs < DAY_MS ? [HOUR_MS, "h"] : [DAY_MS, "d"];
  return `${ms < 0 ? "−" : "+"}${Math.abs(ms) / unitMs} ${unit}`;
}
