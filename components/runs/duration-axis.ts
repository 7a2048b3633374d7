import { type Axis, zoomedAxis } from "@/components/snitches/zoomed-axis";
import { runDuration } from "@/lib/rules/runs/run-duration";

/** An axis that shows the range of these durations, with its marks. At least one. */
export function durationAxis(durationsMs: number[]): Axis & { marks: { ms: number; words: string }[] } {
  const axis = zoomedAxis(durationsMs, { minStepMs: 1 });
  return {
    ...axis,
    marks: axis.marksMs.map((ms) => ({ ms, words: ms === 0 ? "0" : runDuration(ms) })),
  };
}
