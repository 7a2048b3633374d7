import { Chart, type Plot } from "@/components/charts/chart-frame";
import { shareOn } from "@/components/charts/zoomed-axis";
import { timeFormats } from "@/components/time-formats";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { TimeDisplay } from "@/lib/rules/time-display";
import type { Arrival } from "@/lib/snitches/arrivals";
import { delayAxis } from "./delay-axis";
import { type Delay, formatDelay, listDelays, usualDelay } from "./usual-delay";

type DelaysChartProps = { terms: ScheduleTerms; arrivals: Arrival[]; display: TimeDisplay };

/** How long after the time of each run the job reported. The shaded band is the usual range. */
export function DelaysChart({ terms, arrivals, display }: DelaysChartProps) {
  const delays = listDelays(terms, arrivals);
  const [first, last] = [delays[0], delays.at(-1)];
  if (!first || !last) return null;
  const { moment, date } = timeFormats(display);
  const format = ({ expectedAt, delayMs }: Delay) =>
    `${moment(expectedAt)}: ${delayMs === null ? "no healthy check-in" : `checked in ${formatDelay(delayMs)}`}`;
  const { range, sentence } = usualDelay(terms, delays);
  const axis = delayAxis(delays.flatMap(({ delayMs }) => delayMs ?? []));
  const computeShare = (ms: number) => shareOn(axis, ms);
  return (
    <Chart
      sentence={sentence}
      columns={delays.map(format)}
      marks={axis.marks}
      from={date(first.expectedAt)}
      to={date(last.expectedAt)}
    >
      {({ width, height }: Plot) => (
        <>
          {range && (
            <rect
              x={0}
              width={width}
              y={(1 - computeShare(range.latestMs)) * height - 2}
              height={(computeShare(range.latestMs) - computeShare(range.earliestMs)) * height + 4}
              className="fill-accent/15"
            />
          )}
          {delays.map(({ expectedAt, delayMs }, i) =>
            delayMs === null ? null : (
              <circle
                key={expectedAt.toISOString()}
                cx={((i + 0.5) / delays.length) * width}
                cy={(1 - computeShare(delayMs)) * height}
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
