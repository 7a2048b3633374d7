const WIDTH = 420;
const HEIGHT = 140;
const LEFT = 44;
const TOP = 6;
const BOTTOM = 18;

/** The size of the plot area in pixels; y grows downwards. */
export type Plot = { width: number; height: number };

type ChartProps = {
  title: string;
  /** A description for screen readers. */
  summary: string;
  /** Horizontal lines, as fractions of the height. */
  marks: { share: number; words: string }[];
  from: string;
  to: string;
  children: (plot: Plot) => React.ReactNode;
};

/** A chart with a caption and axes, rendered on the server. */
export function Chart({ title, summary, marks, from, to, children }: ChartProps) {
  const plot: Plot = { width: WIDTH - LEFT - 2, height: HEIGHT - TOP - BOTTOM };
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <figcaption className="text-sm text-ink-quiet">{title}</figcaption>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full fill-ink-quiet text-[10px]"
      >
        {marks.map(({ share, words }) => {
          const y = TOP + (1 - share) * plot.height;
          return (
            <g key={words}>
              <line x1={LEFT} x2={WIDTH - 2} y1={y} y2={y} className="stroke-line" />
              <text x={LEFT - 6} y={y + 3.5} textAnchor="end">
                {words}
              </text>
            </g>
          );
        })}
        <text x={LEFT} y={HEIGHT - 3}>
          {from}
        </text>
        <text x={WIDTH - 2} y={HEIGHT - 3} textAnchor="end">
          {to}
        </text>
        <g transform={`translate(${LEFT} ${TOP})`}>{children(plot)}</g>
      </svg>
    </figure>
  );
}
