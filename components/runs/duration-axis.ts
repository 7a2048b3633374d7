import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { runDuration } from "@/lib/rules/runs/run-duration";

const MILLISECONDS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const SIXTIETHS = [1, 2, 5, 10, 15, 30];
const HOURS = [1, 2, 3, 6, 12];
const DAYS = [1, 2, 5, 10, 20, 50, 100, 200];
const STEPS_MS = [
  ...MILLISECONDS,
  ...SIXTIETHS.map((count) => count * SECOND_MS),
  ...SIXTIETHS.map((count) => count * MINUTE_MS),
  ...HOURS.map((count) => count * HOUR_MS),
  ...DAYS.map((count) => count * DAY_MS),
];

const MAX_STEPS = 4;

/** An axis of durations from zero to at least this one, with its marks. */
export function durationAxis(longestMs: number): { toMs: number; marks: { ms: number; words: string }[] } {
  const stepMs = STEPS_MS.find((ms) => longestMs <= ms * MAX_STEPS) ?? longestMs / MAX_STEPS;
  const steps = Math.max(Math.ceil(longestMs / stepMs), 1);
  const marks = Array.from({ length: steps + 1 }, (_, i) => i * stepMs);
  return {
    toMs: steps * stepMs,
    marks: marks.map((ms) => ({ ms, words: ms === 0 ? "0" : runDuration(ms) })),
  };
}
