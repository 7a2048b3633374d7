import { Chart } from "@/components/charts/chart-frame";
import { type Axis, shareOn } from "@/components/charts/zoomed-axis";
import { timeFormats } from "@/components/time-formats";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Arrival } from "@/lib/snitches/arrivals";
import { arrivalAxis } from "./arrival-axis";
import { delayAxis } from "./delay-axis";
import { formatDelay, listDelays, usualDelay } from "./usual-delay";
import type { Usual } from "./usual-range";
import { usualTime } from "./usual-time";

type ArrivalsChartProps = { interval: Interval; arrivals: Arrival[]; display: TimeDisplay };

/** When the job reported within each period. Nothing without a check-in. */
export function ArrivalsChart({ interval, arrivals, display }: ArrivalsChartProps) {
  const { moment, date } = timeFormats(display);
  const points = arrivals.map(({ start, at }) => ({
    at: start,
    ms: at && at.getTime() - start.getTime(),
    text: at ? `Checked in ${moment(at)}` : `${moment(start)}: no healthy check-in`,
  }));
  const arrivalsMs = points.flatMap(({ ms }) => ms ?? []);
  const last = points.at(-1);
  if (!last || arrivalsMs.length === 0) return null;
  const axis = arrivalAxis(interval, last.at, arrivalsMs, display);
  return <PointsChart points={points} axis={axis} date={date} {...usualTime(interval, arrivals, display)} />;
}

type DelaysChartProps = { terms: ScheduleTerms; arrivals: Arrival[]; display: TimeDisplay };

/** How long after the time of each run the job reported. */
export function DelaysChart({ terms, arrivals, display }: DelaysChartProps) {
  const { moment, date } = timeFormats(display);
  const delays = listDelays(terms, arrivals);
  const points = delays.map(({ expectedAt, delayMs }) => ({
    at: expectedAt,
    ms: delayMs,
    text: `${moment(expectedAt)}: ${delayMs === null ? "no healthy check-in" : `checked in ${formatDelay(delayMs)}`}`,
  }));
  const axis = delayAxis(delays.flatMap(({ delayMs }) => delayMs ?? []));
  return <PointsChart points={points} axis={axis} date={date} {...usualDelay(terms, delays)} />;
}

type PointsChartProps = Usual & {
  /** `ms`: where the first healthy check-in is on the axis; null without one. */
  points: { at: Date; ms: number | null; text: string }[];
  axis: Axis;
  date: (at: Date) => string;
};

/** Check-ins as points. The shaded band is the usual range. */
function PointsChart({ points, axis, date, range, sentence }: PointsChartProps) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const share = (ms: number) => shareOn(axis, ms);
  return (
    <Chart
      sentence={sentence}
      columns={points.map(({ text }) => text)}
      marks={axis.marks}
      from={date(first.at)}
      to={date(last.at)}
    >
      {({ width, height }) => (
        <>
          {range && (
            <rect
              x={0}
              width={width}
              y={(1 - share(range.latestMs)) * height - 2}
              height={(share(range.latestMs) - share(range.earliestMs)) * height + 4}
              className="fill-accent/15"
            />
          )}
          {points.map(({ at, ms }, i) =>
            ms === null ? null : (
              <circle
                key={at.toISOString()}
                cx={((i + 0.5) / points.length) * width}
                cy={(1 - share(ms)) * height}
                r={2.5}
                className="fill-healthy"
              />
            ),
          )}
        </>
      )}
    </Chart>
  );
}
