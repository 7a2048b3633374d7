import { type Axis, zoomedAxis } from "@/components/charts/zoomed-axis";
import { MINUTE_MS } from "@/lib/rules/durations";
import { runDuration } from "@/lib/rules/runs/run-duration";

/** The time of the run is on the axis unless it is this many times as far away as the delays are apart. */
const NEAR = 4;

/** The part of time that a chart of delays shows, with its marks. It contains every delay. */
export function delayAxis(delaysMs: number[]): Axis {
  const [earliestMs, latestMs] = [Math.min(...delaysMs), Math.max(...delaysMs)];
  const nearestMs = earliestMs * latestMs <= 0 ? 0 : Math.min(Math.abs(earliestMs), Math.abs(latestMs));
  const isFar = latestMs > earliestMs && nearestMs > NEAR * (latestMs - earliestMs);
  return zoomedAxis(isFar ? delaysMs : [0, ...delaysMs], { formatMark: formatTick, minStepMs: MINUTE_MS });
}

/** “+5 min”, “−1 h”, and for the time of the run itself “on time”. */
const formatTick = (ms: number) =>
  ms === 0 ? "on time" : `${ms < 0 ? "−" : "+"}${runDuration(Math.abs(ms))}`;
