import { type Axis, zoomedAxis } from "@/components/charts/zoomed-axis";
import { runDuration } from "@/lib/rules/runs/run-duration";

/** An axis that shows the range of these durations, with its marks. At least one. */
export const durationAxis = (durationsMs: number[]): Axis =>
  zoomedAxis(durationsMs, { formatMark: (ms) => (ms === 0 ? "0" : runDuration(ms)), minStepMs: 1 });
