import { findOrMake } from "@/components/find-or-make";
import type { WindowUnit } from "@/lib/rules/history-words";
import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import { barsIn, readSpark, type Spark, sparkSentence } from "./spark";

const STEP = 7;
const GAP = 2;
const HEIGHT = 16;

/**
 * The shapes of the history strip, each as a path relative to the left edge of its bar. `app/components.css` has their colours.
 * Those without a path are full bars, which are the dashes of one line: most histories are then a short path.
 */
const SHAPES: Record<PeriodOutcome | "covered", string | null> = {
  healthy: null,
  errored: "v16h5v-6l-2-2l2-2v-6z",
  missed: "m.5 8.5v7h4v-7z",
  late: "m.5 4.5v11h4v-11z",
  paused: "m2 0v16h1v-16z",
  excused: "m0 .5h5m-5 15h5",
  quiet: "m0 13v3h5v-3z",
  open: "m.5 .5v15h4v-15z",
  unknown: "m.5 0v16m4 0v-16",
  covered: null,
};

type Drawn = keyof typeof SHAPES;

/** This many bars of one kind, the first of them at this place. */
function buildPath(drawn: Drawn, first: number, count: number): string {
  const shape = SHAPES[drawn];
  if (shape === null) return `M${first * STEP} ${HEIGHT / 2}h${count * STEP - GAP}`;
  return Array.from({ length: count }, (_, i) => `M${(first + i) * STEP} 0${shape}`).join("");
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

/** The width of a strip, and its markup: React would keep and compare four elements of each row. */
type Drawing = { width: number; markup: { __html: string } };

const drawings = new Map<string, Drawing>();
const MAX_DRAWINGS = 1_000;

/** Most rows have the history of others, which is then drawn once. */
const findDrawing = (spark: Spark, unit: WindowUnit | undefined): Drawing =>
  findOrMake(drawings, MAX_DRAWINGS, `${unit} ${spark}`, () => draw(spark, unit));

function draw(spark: Spark, unit: WindowUnit | undefined): Drawing {
  const paths = [...buildPaths(spark)].map(([drawn, path]) => `<path class="${drawn}" d="${path}"/>`);
  return {
    width: barsIn(spark).length * STEP - GAP,
    markup: { __html: `<title>${sparkSentence(spark, unit)}</title>${paths.join("")}` },
  };
}

/** The latest periods in a row of the list. One path per kind of bar keeps the page small. */
export function HistorySpark({ spark, unit }: { spark: Spark; unit?: WindowUnit }) {
  const { width, markup } = findDrawing(spark, unit);
  return (
    <svg
      role="img"
      width={width}
      height={HEIGHT}
      className="spark"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and words of our own, in which nothing needs to be escaped
      dangerouslySetInnerHTML={markup}
    />
  );
}
