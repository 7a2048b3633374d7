import type { WindowUnit } from "@/lib/rules/history/history-text";
import type { PeriodOutcome } from "@/lib/rules/history/period-outcome";
import { countBars, type Spark, sparkSentence } from "./spark";

const STEP = 7;
const GAP = 2;
const HEIGHT = 16;

/** A path that begins at `x` from the left edge of its bar and `y`. An open one ends at `right` and `down` of its beginning. */
type Shape = { x: number; y: number; path: string; right?: number; down?: number };

/**
 * The shapes of the history strip. `app/components.css` has their colours. Those without a path are full bars, which are the dashes of one
 * line: most histories are then a short path.
 */
const SHAPES: Record<PeriodOutcome | "covered", Shape | null> = {
  healthy: null,
  errored: { x: 0, y: 0, path: "v16h5v-6l-2-2l2-2v-6z" },
  missed: { x: 0.5, y: 8.5, path: "v7h4v-7z" },
  late: { x: 0.5, y: 4.5, path: "v11h4v-11z" },
  paused: { x: 2, y: 0, path: "v16h1v-16z" },
  excused: { x: 0, y: 0.5, path: "h5m-5 15h5", right: 5, down: 15 },
  quiet: { x: 0, y: 13, path: "v3h5v-3z" },
  open: { x: 0.5, y: 0.5, path: "v15h4v-15z" },
  unknown: { x: 0.5, y: 0, path: "v16m4 0v-16", right: 4 },
  covered: null,
};

type Drawn = keyof typeof SHAPES;

/** This many bars of one kind, the first of them at this place. */
function buildPath(drawn: Drawn, first: number, count: number): string {
  const shape = SHAPES[drawn];
  if (shape === null) return `M${first * STEP} ${HEIGHT / 2}h${count * STEP - GAP}`;
  const { x, y, path, right = 0, down = 0 } = shape;
  // From the end of one to the beginning of the next.
  const others = `m${STEP - right} ${-down}${path}`.repeat(count - 1);
  return `M${first * STEP + x} ${y}${path}${others}`;
}

/** The path of each kind of bar. What lies behind other bars comes first. */
function buildPaths(spark: Spark): Map<Drawn, string> {
  const paths = new Map<Drawn, string>();
  const add = (drawn: Drawn, first: number, count: number) =>
    paths.set(drawn, (paths.get(drawn) ?? "") + buildPath(drawn, first, count));
  let place = 0;
  for (const { outcome, count, isCovered } of spark) {
    if (isCovered) add("covered", place, count);
    add(outcome, place, count);
    place += count;
  }
  return paths;
}

/** The latest periods in a row of the list. One path per kind of bar keeps the page small. */
export const HistorySpark = ({ spark, unit }: { spark: Spark; unit?: WindowUnit }) => (
  <svg role="img" width={countBars(spark) * STEP - GAP} height={HEIGHT} className="spark">
    <title>{sparkSentence(spark, unit)}</title>
    {[...buildPaths(spark)].map(([drawn, path]) => (
      <path key={drawn} className={`bar-${drawn}`} d={path} />
    ))}
  </svg>
);
