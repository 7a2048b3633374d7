import { timesInWords } from "@/components/time-in-words";
import type { Interval } from "@/lib/rules/interval";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Arrival } from "@/lib/snitches/arrivals";
import { timeMarksFor } from "./chart";
import { Chart, type Plot } from "./chart-frame";
import { usualTime } from "./usual-time";

type ArrivalsChartProps = { interval: Interval; arrivals: Arrival[]; display: TimeDisplay };

const lengthOf = ({ start, end }: Arrival) => end.getTime() - start.getTime();

/** When the job reported within each period. The shaded band is the usual range. */
export function ArrivalsChart({ interval, arrivals, display }: ArrivalsChartProps) {
  const { moment, date } = timesInWords(display);
  const inWords = ({ start, at }: Arrival) =>
    at ? `Checked in ${moment(at)}` : `${moment(start)}: no healthy check-in`;
  const longestMs = Math.max(...arrivals.map(lengthOf));
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  if (!first || !last) return null;
  const { range, sentence } = usualTime(interval, arrivals, display);
  return (
    <Chart
      sentence={sentence}
      columns={arrivals.map(inWords)}
      marks={timeMarksFor(interval, last.start, longestMs, display).map(({ ms, words }) => ({
        share: ms / longestMs,
        words,
      }))}
      from={date(first.start)}
      to={date(last.start)}
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
