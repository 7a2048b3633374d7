import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import type { Spark } from "./spark";

const STEP = 7;
const HEIGHT = 16;

/** The shapes of the history strip, each as a path relative to the left edge of its bar. */
const LOOKS: Record<PeriodOutcome, { path: string; ink: string }> = {
  healthy: { path: "v16h5v-16z", ink: "fill-healthy/65" },
  errored: { path: "v16h5v-6l-2-2l2-2v-6z", ink: "fill-errored" },
  missed: { path: "m.5 8.5v7h4v-7z", ink: "fill-none stroke-failed" },
  late: { path: "m.5 4.5v11h4v-11z", ink: "fill-none stroke-errored" },
  paused: { path: "m2 0v16h1v-16z", ink: "fill-paused" },
  excused: { path: "m0 .5h5m-5 15h5", ink: "fill-none stroke-paused" },
  quiet: { path: "m0 13v3h5v-3z", ink: "fill-line" },
  open: { path: "m.5 .5v15h4v-15z", ink: "fill-none stroke-ink-quiet/60 [stroke-dasharray:1_1.5]" },
  unknown: { path: "m.5 0v16m4 0v-16", ink: "fill-none stroke-ink-quiet/60 [stroke-dasharray:2_2]" },
};

/** A report within maintenance: behind the bar, in the shape of a healthy one. */
const COVERED = { path: LOOKS.healthy.path, ink: "fill-paused/25" };

/** The latest periods in a row of the list. One path per outcome keeps the page small. */
export function HistorySpark({ spark: { sentence, series } }: { spark: Spark }) {
  const bars = series.flatMap(([outcome, count, isCovered = false]) =>
    Array.from({ length: count }, () => ({ outcome, isCovered })),
  );
  const width = bars.length * STEP - 2;
  const pathOf = (look: { path: string }, isShown: (bar: (typeof bars)[number]) => boolean) =>
    bars.map((bar, i) => (isShown(bar) ? `M${i * STEP} 0${look.path}` : "")).join("");
  const outcomes = [...new Set(bars.map(({ outcome }) => outcome))];
  return (
    <svg role="img" aria-label={sentence} viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT}>
      <title>{sentence}</title>
      {bars.some(({ isCovered }) => isCovered) && (
        <path className={COVERED.ink} d={pathOf(COVERED, ({ isCovered }) => isCovered)} />
      )}
      {outcomes.map((outcome) => (
        <path
          key={outcome}
          className={LOOKS[outcome].ink}
          d={pathOf(LOOKS[outcome], (bar) => bar.outcome === outcome)}
        />
      ))}
    </svg>
  );
}
