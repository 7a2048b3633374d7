import { DAY_MS } from "@/lib/rules/durations";
import { formatDuration } from "@/lib/rules/format-duration";
import type { Interval } from "@/lib/rules/schedule/interval";
import { periodAt } from "@/lib/rules/schedule/period";

const MAX_UNNOTICED_MS = 7 * DAY_MS;

/** A month that is as long as any. */
const JANUARY = new Date("2026-01-01T00:00Z");

/**
 * A warning if a job that runs this often is alerted later than a week after it stopped; null if it is not. `hasLimit`: whether
 * a time limit bounds that.
 */
export function alertingDelayProblem(
  alertAfter: number,
  hasLimit: boolean,
  interval: Interval,
): string | null {
  if (hasLimit || !(alertAfter > 1)) return null;
  const { start, end } = periodAt(interval, JANUARY);
  const delayMs = alertAfter * (end.getTime() - start.getTime());
  if (delayMs <= MAX_UNNOTICED_MS) return null;
  return `If the job stops, an alert is sent only after about ${formatDuration(delayMs)}. Lower the number, or set a time limit.`;
}
