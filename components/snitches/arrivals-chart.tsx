import { dateInUtc, exactlyInUtc } from "@/components/time-in-words";
import type { ArrivalRange } from "@/lib/rules/smart-deadline";
import type { Arrival } from "@/lib/snitches/arrivals";
import { timeMarksFor } from "./chart";
import { Chart, type Plot } from "./chart-frame";

type ArrivalsChartProps = { arrivals: Arrival[]; usualArrival: ArrivalRange | null };

const lengthOf = ({ start, end }: Arrival) => end.getTime() - start.getTime();

/** When the job reported within each period. The shaded band is the usual range of a smart snitch. */
export function ArrivalsChart({ arrivals, usualArrival }: ArrivalsChartProps) {
  const longestMs = Math.max(...arrivals.map(lengthOf));
  const came = arrivals.filter(({ at }) => at).length;
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  if (!first || !last) return null;
  return (
    <Chart
      title="Time of check-in within the period (UTC)"
      summary={`In ${came} of the latest ${arrivals.length} periods there was a first healthy check-in, shown by how long after the period’s start it came.`}
      marks={timeMarksFor(longestMs).map(({ ms, words }) => ({ share: ms / longestMs, words }))}
      from={dateInUtc(first.start)}
      to={dateInUtc(last.start)}
    >
      {({ width, height }: Plot) => (
        <>
          {usualArrival && (
            <rect
              x={0}
              width={width}
              y={(1 - usualArrival.latestMs / longestMs) * height - 2}
              height={((usualArrival.latestMs - usualArrival.earliestMs) / longestMs) * height + 4}
              className="fill-accent/15"
            />
          )}
          {arrivals.map(({ start, at }, i) => {
            const x = ((i + 0.5) / arrivals.length) * width;
            if (!at) return null;
            const y = (1 - (at.getTime() - start.getTime()) / longestMs) * height;
            return (
              <circle
                key={start.toISOString()}
                cx={x}
                cy={y}
                r={arrivals.length > 120 ? 1.5 : 2.5}
                className="fill-healthy"
              >
                <title>{exactlyInUtc(at)}</title>
              </circle>
            );
          })}
        </>
      )}
    </Chart>
  );
}
