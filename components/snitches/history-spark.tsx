import { findOrMake } from "@/components/find-or-make";
import type { WindowUnit } from "@/lib/rules/history-words";
import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import { barsIn, readSpark, type Spark, sparkSentence } from "./spark";

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
  for (const { outcome, count, isCovered } of readSpark(spark)) {
    if (isCovered) add("covered", place, count);
    add(outcome, place, count);
    place += count;
  }
  return paths;
}

/** A strip: its width, its title, and its bars. As texts, because React would keep and compare four elements of each row. */
type Drawing = { width: number; title: string; bars: string };

const drawings = new Map<string, Drawing>();
const MAX_DRAWINGS = 1_000;

/** Most rows have the history of others, which is then drawn once. */
const findDrawing = (spark: Spark, unit: WindowUnit | undefined): Drawing =>
  findOrMake(drawings, MAX_DRAWINGS, `${unit} ${spark}`, () => draw(spark, unit));

function draw(spark: Spark, unit: WindowUnit | undefined): Drawing {
  const paths = [...buildPaths(spark)].map(([drawn, path]) => `<path class="bar-${drawn}" d="${path}"/>`);
  return {
    width: barsIn(spark).length * STEP - GAP,
    title: `<title>${sparkSentence(spark, unit)}</title>`,
    bars: paths.join(""),
  };
}

/** How a page draws the bars of a row: as another row has drawn them, or with an id by which others can. */
export type SparkPlace = { sameAs: string } | { id: string } | undefined;

/** Where each spark of a page is drawn, in the order of its rows: equal ones once. */
export function placeSparks(sparks: Spark[]): SparkPlace[] {
  const counts = new Map<Spark, number>();
  for (const spark of sparks) counts.set(spark, (counts.get(spark) ?? 0) + 1);
  const drawn = new Map<Spark, string>();
  return sparks.map((spark) => {
    if (spark === "" || counts.get(spark) === 1) return undefined;
    const sameAs = drawn.get(spark);
    if (sameAs) return { sameAs };
    const id = `spark-${drawn.size + 1}`;
    drawn.set(spark, id);
    return { id };
  });
}

function placeBars(bars: string, place: SparkPlace): string {
  if (!place) return bars;
  return "id" in place ? `<g id="${place.id}">${bars}</g>` : `<use href="#${place.sameAs}"/>`;
}

type HistorySparkProps = { spark: Spark; unit?: WindowUnit; place?: SparkPlace };

/** The latest periods in a row of the list. One path per kind of bar keeps the page small. */
export function HistorySpark({ spark, unit, place }: HistorySparkProps) {
  const { width, title, bars } = findDrawing(spark, unit);
  return (
    <svg
      role="img"
      width={width}
      height={HEIGHT}
      className="spark"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and words of our own, in which nothing needs to be escaped
      dangerouslySetInnerHTML={{ __html: title + placeBars(bars, place) }}
    />
  );
}
