import { Chart, type Plot } from "@/components/charts/chart-frame";
import { shareOn } from "@/components/charts/zoomed-axis";
import { timeFormats } from "@/components/time-formats";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Arrival } from "@/lib/snitches/arrivals";
import { arrivalAxis } from "./arrival-axis";
import { usualTime } from "./usual-time";

type ArrivalsChartProps = { interval: Interval; arrivals: Arrival[]; display: TimeDisplay };

/** When the job reported within each period. The shaded band is the usual range. Nothing without a check-in. */
export function ArrivalsChart({ interval, arrivals, display }: ArrivalsChartProps) {
  const { moment, date } = timeFormats(display);
  const format = ({ start, at }: Arrival) =>
    at ? `Checked in ${moment(at)}` : `${moment(start)}: no healthy check-in`;
  const arrivalsMs = arrivals.flatMap(({ start, at }) => (at ? at.getTime() - start.getTime() : []));
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  if (!first || !last || arrivalsMs.length === 0) return null;
  const { range, sentence } = usualTime(interval, arrivals, display);
  const axis = arrivalAxis(interval, last.start, arrivalsMs, display);
  return (
    <Chart
      sentence={sentence}
      columns={arrivals.map(format)}
      marks={axis.marks}
      from={date(first.start)}
      to={date(last.start)}
    >
      {({ width, height }: Plot) => (
        <>
          {range && (
            <rect
              x={0}
              width={width}
              y={(1 - shareOn(axis, range.latestMs)) * height - 2}
              height={(shareOn(axis, range.latestMs) - shareOn(axis, range.earliestMs)) * height + 4}
              className="fill-accent/15"
            />
          )}
          {arrivals.map(({ start, at }, i) =>
            at ? (
              <circle
                key={start.toISOString()}
                cx={((i + 0.5) / arrivals.length) * width}
                cy={(1 - shareOn(axis, at.getTime() - start.getTime())) * height}
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
