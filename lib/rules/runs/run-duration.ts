import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";

/** A duration of a run in its two largest units: “350 ms”, “12 s”, “4 min 12 s”, “1 h 5 min”, “2 d 3 h”. */
export function runDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 10_000) return `${Math.floor(durationMs / 100) / 10} s`;
  if (durationMs < MINUTE_MS) return `${Math.floor(durationMs / 1_000)} s`;
  if (durationMs < HOUR_MS) return inTwo(durationMs, MINUTE_MS, "min", 1_000, "s");
  if (durationMs < DAY_MS) return inTwo(durationMs, HOUR_MS, "h", MINUTE_MS, "min");
  return inTwo(durationMs, DAY_MS, "d", HOUR_MS, "h");
}

function inTwo(durationMs: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const rest = Math.floor((durationMs % largeMs) / smallMs);
  const whole = `${Math.floor(durationMs / largeMs)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}
