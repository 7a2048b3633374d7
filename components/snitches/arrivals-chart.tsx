import { dateInUtc, momentInUtc } from "@/components/time-in-words";
import type { Interval } from "@/lib/rules/interval";
import type { Arrival } from "@/lib/snitches/arrivals";
import { timeMarksFor } from "./chart";
import { Chart, type Plot } from "./chart-frame";
import { usualTime } from "./usual-time";

type ArrivalsChartProps = { interval: Interval; arrivals: Arrival[] };

const lengthOf = ({ start, end }: Arrival) => end.getTime() - start.getTime();

const inWords = ({ start, at }: Arrival) =>
  at ? `Checked in ${momentInUtc(at)}` : `${momentInUtc(start)}: no healthy check-in`;

/** When the job reported within each period. The shaded band is the usual range. */
export function ArrivalsChart({ interval, arrivals }: ArrivalsChartProps) {
  const longestMs = Math.max(...arrivals.map(lengthOf));
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  if (!first || !last) return null;
  const { range, sentence } = usualTime(interval, arrivals);
  return (
    <Chart
      sentence={sentence}
      columns={arrivals.map(inWords)}
      marks={timeMarksFor(interval, longestMs).map(({ ms, words }) => ({ share: ms / longestMs, words }))}
      from={dateInUtc(first.start)}
      to={`${dateInUtc(last.start)} (UTC)`}
    >
      {({ width, height }: Plot) => (
        <>
          {range && (
            <rect
              x={0}
              width={width}
              y={(1 - range.latestMs / longestMs) * height - 2}
              height={((range.latestMs - range.earliestMs) / longestMs) * height + 4}
              className="fill-accent/15"
            />
          )}
          {arrivals.map(({ start, at }, i) =>
            at ? (
              <circle
                key={start.toISOString()}
                cx={((i + 0.5) / arrivals.length) * width}
                cy={(1 - (at.getTime() - start.getTime()) / longestMs) * height}
                r={2.5}
                className="fill-healthy"
              />
            ) : null,
          )}
        </>
      )}
    </Chart>
  );
}
