import { ChartColumns } from "./chart-columns";

const WIDTH = 420;
const HEIGHT = 140;
const LEFT = 44;
const RIGHT = 2;
const TOP = 6;
const BOTTOM = 18;

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

const PLACE = {
  left: percent(LEFT / WIDTH),
  right: percent(RIGHT / WIDTH),
  top: percent(TOP / HEIGHT),
  bottom: percent(BOTTOM / HEIGHT),
};

/** The size of the plot area in pixels; y grows downwards. */
export type Plot = { width: number; height: number };

type ChartProps = {
  /** What the chart says, in a sentence. */
  sentence: string;
  /** What each column says, from left to right. */
  columns: string[];
  /** Horizontal lines, as fractions of the height. */
  marks: { share: number; label: string }[];
  from: string;
  to: string;
  children: (plot: Plot) => React.ReactNode;
};

/** A chart with axes, drawn on the server. Its columns are in words for those who point at them or cannot see it. */
export function Chart({ sentence, columns, marks, from, to, children }: ChartProps) {
  const plot: Plot = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
  return (
    <figure className="min-w-0 max-w-2xl">
      <ChartColumns sentence={sentence} columns={columns} plot={PLACE}>
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="h-auto w-full fill-ink-quiet text-[10px] sm:text-[8px]"
        >
          {marks.map(({ share, label }) => {
            const y = TOP + (1 - share) * plot.height;
            return (
              <g key={share}>
                <line
                  x1={LEFT}
                  x2={WIDTH - RIGHT}
                  y1={y}
                  y2={y}
                  vectorEffect="non-scaling-stroke"
                  className="stroke-line"
                />
                <text x={LEFT - 6} y={y + 3.5} textAnchor="end">
                  {label}
                </text>
              </g>
            );
          })}
          <text x={LEFT} y={HEIGHT - 3}>
            {from}
          </text>
          <text x={WIDTH - RIGHT} y={HEIGHT - 3} textAnchor="end">
            {to}
          </text>
          <g transform={`translate(${LEFT} ${TOP})`}>{children(plot)}</g>
        </svg>
      </ChartColumns>
    </figure>
  );
}
