import fc from "fast-check";
import { expect, test } from "vitest";
import { AXIS_UNITS, timelineAxis, toUnits } from "./axis";
import { drawMarks, MAX_MARKS, MIN_GAP, MIN_WIDTH, packMarks, toMarks } from "./marks";

const tuesday = new Date("2026-03-10T12:00Z");
const day = timelineAxis("24h", tuesday);
const MINUTE = 60_000;

/** Spans that begin so many minutes after the start of the axis, and last so long. */
const spans = (given: [from: number, minutes: number][]) =>
  given.map(([from, minutes]) => ({
    fromMs: day.fromMs + from * MINUTE,
    toMs: day.fromMs + (from + minutes) * MINUTE,
  }));

test.each([
  ["a moment is as wide as can be seen", [[60, 0]], [{ x: 24, width: 3 }]],
  ["a run of two hours has its length", [[60, 120]], [{ x: 24, width: 48 }]],
  [
    "runs that people can distinguish are two bars",
    [
      [0, 0],
      [15, 0],
    ],
    [
      { x: 0, width: 3 },
      { x: 6, width: 3 },
    ],
  ],
  [
    "denser ones are one",
    [
      [0, 0],
      [10, 0],
    ],
    [{ x: 0, width: 7 }],
  ],
  ["what began before the axis begins with it", [[-90, 100]], [{ x: 0, width: 4 }]],
  ["what is over before the axis is not on it", [[-90, 30]], []],
] as const)("%s", (_, given, expected) => {
  expect(toMarks(day, spans(given.map(([from, minutes]) => [from, minutes])))).toEqual(expected);
});

const anySpans = fc.array(
  fc
    .tuple(fc.integer({ min: -500, max: 1_900 }), fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })))
    .map(([from, minutes]) => spans([[from, minutes]])[0] ?? { fromMs: 0, toMs: 0 }),
  { maxLength: 400 },
);

test("for any spans, marks are on the axis, wide enough, apart, at most so many, and each span lies in one", () => {
  fc.assert(
    fc.property(anySpans, (given) => {
      const marks = toMarks(day, given);
      expect(marks.length).toBeLessThanOrEqual(MAX_MARKS);
      for (const [i, { x, width }] of marks.entries()) {
        const before = marks[i - 1];
        expect(x).toBeGreaterThanOrEqual(before ? before.x + before.width + MIN_GAP : 0);
        expect(x + width).toBeLessThanOrEqual(AXIS_UNITS);
        expect(width).toBeGreaterThanOrEqual(MIN_WIDTH);
      }
      for (const { fromMs, toMs } of given.filter(
        (span) => span.toMs >= day.fromMs && span.fromMs < day.toMs,
      )) {
        const from = Math.max(toUnits(day, fromMs), 0);
        const to = Math.min(toUnits(day, toMs), AXIS_UNITS);
        const isIn = ({ x, width }: { x: number; width: number }) => x <= from && x + width >= to;
        expect(marks.some(isIn)).toBe(true);
      }
    }),
  );
});

test("no unit of a mark is further from a span than a gap that people can see, unless there are too many marks", () => {
  fc.assert(
    fc.property(anySpans, (given) => {
      const few = given.slice(0, MAX_MARKS);
      const isNear = (unit: number) =>
        few.some(({ fromMs, toMs }) => {
          const from = Math.min(toUnits(day, fromMs), AXIS_UNITS - MIN_WIDTH);
          return (
            unit > from - 1 - MIN_GAP && unit < Math.max(toUnits(day, toMs) + 1, from + MIN_WIDTH) + MIN_GAP
          );
        });
      for (const { x, width } of toMarks(day, few)) {
        for (let unit = x; unit < x + width; unit += 1) expect(isNear(unit)).toBe(true);
      }
    }),
  );
});

/** What a path draws: the horizontal lines of “M0 9m12 0h3m21 0h3”. */
function readPath(path: string) {
  let end = 0;
  return [...path.matchAll(/m(\d+) 0h(\d+)/g)].map(([, gap, width]) => {
    const mark = { x: end + Number(gap), width: Number(width) };
    end = mark.x + mark.width;
    return mark;
  });
}

test("the path of packed marks draws each of them", () => {
  fc.assert(
    fc.property(anySpans, (given) => {
      const marks = toMarks(day, given);
      fc.pre(marks.length > 0);
      expect(readPath(drawMarks(packMarks(marks), 10))).toEqual(marks);
    }),
  );
});

test("a job that runs each hour is packed as one pair", () => {
  const hourly = toMarks(day, spans(Array.from({ length: 24 }, (_, hour) => [hour * 60 + 7, 4])));
  expect(packMarks(hourly)).toBe("2.3 21.3*23");
});
