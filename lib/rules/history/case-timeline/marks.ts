import { AXIS_UNITS, type Span, type TimelineAxis, toUnits } from "./axis";

/** A bar on the axis, in whole units. */
export type Mark = { x: number; width: number };

/** The narrowest bar, and the narrowest gap, that people can see. */
export const MIN_WIDTH = 3;
export const MIN_GAP = 2;

/** How many marks of one kind a row has. Denser ones are merged: this bounds the size of a page. */
export const MAX_MARKS = 48;

/**
 * The bars of these spans, from left to right. Spans that are closer than a gap that people can see are one bar. If more than
 * `MAX_MARKS` are left, wider gaps close, too. Each span that touches the axis lies in a bar.
 */
export function toMarks(axis: TimelineAxis, spans: Span[]): Mark[] {
  const bars = spans
    .filter(({ fromMs, toMs }) => toMs >= axis.fromMs && fromMs < axis.toMs)
    .map((span) => toBar(axis, span))
    .sort((one, other) => one.from - other.from);
  let gap = MIN_GAP;
  let merged = mergeBars(bars, gap);
  while (merged.length > MAX_MARKS) {
    gap *= 2;
    merged = mergeBars(merged, gap);
  }
  return merged.map(({ from, to }) => ({ x: from, width: to - from }));
}

type Bar = { from: number; to: number };

function toBar(axis: TimelineAxis, { fromMs, toMs }: Span): Bar {
  const from = Math.min(Math.max(Math.floor(toUnits(axis, fromMs)), 0), AXIS_UNITS - MIN_WIDTH);
  const to = Math.min(Math.max(Math.ceil(toUnits(axis, toMs)), from + MIN_WIDTH), AXIS_UNITS);
  return { from, to };
}

function mergeBars(bars: Bar[], gap: number): Bar[] {
  const merged: Bar[] = [];
  for (const bar of bars) {
    const last = merged.at(-1);
    if (last && bar.from - last.to < gap) last.to = Math.max(last.to, bar.to);
    else merged.push({ ...bar });
  }
  return merged;
}

/** Marks as text, for a page that sends many: gap and width of each, and how often the pair repeats. “12.3 21.3*24” */
export function packMarks(marks: Mark[]): string {
  const packed: { pair: string; count: number }[] = [];
  let end = 0;
  for (const { x, width } of marks) {
    const pair = `${x - end}.${width}`;
    const last = packed.at(-1);
    if (last?.pair === pair) last.count += 1;
    else packed.push({ pair, count: 1 });
    end = x + width;
  }
  return packed.map(({ pair, count }) => (count > 1 ? `${pair}*${count}` : pair)).join(" ");
}

/** The path of packed marks, as horizontal lines at this height: “M0 9m12 0h3m21 0h3”. */
export function drawMarks(packed: string, height: number): string {
  const drawn = packed.split(" ").map((part) => {
    const [pair = "", count = "1"] = part.split("*");
    const [gap, width] = pair.split(".");
    return `m${gap} 0h${width}`.repeat(Number(count));
  });
  return `M0 ${height}${drawn.join("")}`;
}
