import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations";

/** [unit, its length, the shortest duration that is given in it]. “26 hours” reads better than “1 day”. */
const UNITS = [
  ["day", DAY_MS, 2 * DAY_MS],
  ["hour", HOUR_MS, HOUR_MS],
  ["minute", MINUTE_MS, MINUTE_MS],
] as const;

/** “4 minutes”, “26 hours”, “3 days”: rounded down, in one unit. */
export function durationInWords(durationMs: number): string {
  for (const [unit, unitMs, minMs] of UNITS) {
    if (durationMs < minMs) continue;
    const count = Math.floor(durationMs / unitMs);
    return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}
