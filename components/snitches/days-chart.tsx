import { dateInUtc } from "@/components/time-in-words";
import type { Day } from "@/lib/check-ins/days";
import { marksFor } from "./chart";
import { Chart, type Plot } from "./chart-frame";

/** Healthy check-ins and errors per day, with errors stacked on top of healthy ones. */
export function DaysChart({ days }: { days: Day[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const marks = marksFor(Math.max(...days.map(({ healthy, errors }) => healthy + errors), 1));
  const top = marks.at(-1) ?? 1;
  const total = (key: "healthy" | "errors") =>
    days.reduce((sum, day) => sum + day[key], 0).toLocaleString("en");
  return (
    <Chart
      title="Reports per day (UTC)"
      summary={`In the latest ${days.length} days there were ${total("healthy")} healthy check-ins and ${total("errors")} error reports.`}
      marks={marks.map((mark) => ({ share: mark / top, words: mark.toLocaleString("en") }))}
      from={dateInUtc(first.day)}
      to={dateInUtc(last.day)}
    >
      {({ width, height }: Plot) => {
        const step = width / days.length;
        const tall = (count: number) => (count / top) * height;
        return days.map(({ day, healthy, errors }, i) => (
          <g key={day.toISOString()}>
            <title>{`${dateInUtc(day)} (UTC): ${healthy.toLocaleString("en")} healthy, ${errors.toLocaleString("en")} errors`}</title>
            <rect x={i * step} width={step} y={0} height={height} className="fill-transparent" />
            <rect
              x={i * step + 1}
              width={Math.max(step - 2, 1)}
              y={height - tall(healthy)}
              height={tall(healthy)}
              className="fill-healthy/65"
            />
            <rect
              x={i * step + 1}
              width={Math.max(step - 2, 1)}
              y={height - tall(healthy + errors)}
              height={errors > 0 ? Math.max(tall(errors), 2) : 0}
              className="fill-errored"
            />
          </g>
        ));
      }}
    </Chart>
  );
}
