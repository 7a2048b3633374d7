"use client";

import { Chart, type Plot } from "@/components/charts/chart-frame";
import { shareOn } from "@/components/charts/zoomed-axis";
import { useTimeFormats } from "@/components/time";
import { usualRange } from "@/lib/rules/runs/duration-range";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import { durationAxis } from "./duration-axis";
import { outcomeWord } from "./run-outcome";

/** The facts of a run that the chart shows. */
export type ChartedRun = Pick<
  Run,
  "id" | "at" | "rid" | "startedAt" | "outcome" | "exitStatus" | "durationMs" | "reportedMs"
>;

type DurationsChartProps = {
  /** The latest runs, oldest first. */
  runs: ChartedRun[];
  /** The longest runtime; null without a limit. */
  limitMs: number | null;
  now: Date;
};

/** A limit that is far above all runs would make them a line at the bottom: then only the words say it. */
const LIMIT_SHOWN_UP_TO = 4;

/** Fewer runs are not picture. */
const MIN_RUNS = 7;

/** How long the latest runs took, unless too few are known. The shaded band is the usual range, the dashed line the limit. */
export function DurationsChart({ runs, limitMs, now }: DurationsChartProps) {
  const { second, date, clock } = useTimeFormats();
  const bars = runs.map((run) => ({ ...run, ms: shownMs(run, now) }));
  const [first, last] = [bars[0], bars.at(-1)];
  const durationsMs = bars.flatMap(({ ms }) => ms ?? []);
  const longestMs = Math.max(0, ...durationsMs);
  if (!first || !last || durationsMs.length < MIN_RUNS || longestMs === 0) return null;
  const day = date(first.at) === date(last.at) ? clock : date;
  const isLimitShown = limitMs !== null && limitMs <= longestMs * LIMIT_SHOWN_UP_TO;
  const limitsMs = isLimitShown ? [limitMs] : [];
  // A bar says how long by its whole length. Where all are nearly as long, points show how they differ.
  const isZoomed = Math.min(...durationsMs) > longestMs / 2;
  const axis = durationAxis([...(isZoomed ? [] : [0]), ...durationsMs, ...limitsMs]);
  const range = usualRange(runs);
  const format = (run: (typeof bars)[number]) =>
    [
      `${second(run.startedAt ?? run.at)}: ${formatRun(run)}`,
      run.rid,
      run.outcome !== "succeeded" && run.outcome !== "running" && outcomeWord(run.outcome).toLowerCase(),
      run.exitStatus && `exit ${run.exitStatus}`,
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <Chart
      sentence={formatUsualDuration(range && [range.shortestMs, range.longestMs], limitMs)}
      columns={distinct(bars.map(format))}
      marks={axis.marks}
      from={day(first.at)}
      to={day(last.at)}
    >
      {({ width, height }: Plot) => {
        const y = (ms: number) => (1 - shareOn(axis, ms)) * height;
        const step = width / bars.length;
        const bar = Math.min(step * 0.7, 12);
        return (
          <>
            {range && (
              <rect
                x={0}
                width={width}
                y={y(range.longestMs) - 1}
                height={y(range.shortestMs) - y(range.longestMs) + 2}
                className="fill-accent/15"
              />
            )}
            {bars.map(({ id, ms, outcome }, i) =>
              ms === null ? null : isZoomed ? (
                <circle key={id} cx={(i + 0.5) * step} cy={y(ms)} r={2.5} className={BARS[outcome]} />
              ) : (
                <rect
                  key={id}
                  x={(i + 0.5) * step - bar / 2}
                  width={bar}
                  y={Math.min(y(ms), height - 1.5)}
                  height={Math.max(height - y(ms), 1.5)}
                  rx={1}
                  vectorEffect="non-scaling-stroke"
                  className={BARS[outcome]}
                />
              ),
            )}
            {isLimitShown && (
              <line
                x1={0}
                x2={width}
                y1={y(limitMs)}
                y2={y(limitMs)}
                vectorEffect="non-scaling-stroke"
                strokeDasharray="4 3"
                className="stroke-failed"
              />
            )}
          </>
        );
      }}
    </Chart>
  );
}

/** Runs without a good end differ in shape, too: they are hollow. */
const BARS: Record<Run["outcome"], string> = {
  running: "fill-accent/20 stroke-accent [stroke-dasharray:2_2]",
  succeeded: "fill-healthy/70",
  failed: "fill-errored/20 stroke-errored",
  overran: "fill-failed/20 stroke-failed",
  abandoned: "fill-transparent stroke-pending [stroke-dasharray:2_2]",
};

const shownMs = (run: ChartedRun, now: Date) =>
  run.outcome === "running" ? now.getTime() - (run.startedAt ?? run.at).getTime() : durationOf(run);

function formatRun({ outcome, ms }: { outcome: Run["outcome"]; ms: number | null }): string {
  if (ms === null) return "duration unknown";
  return outcome === "running" ? `running for ${runDuration(ms)}` : `took ${runDuration(ms)}`;
}

function formatUsualDuration(range: [number, number] | null, limitMs: number | null): string {
  const [shortest, longest] = range?.map(runDuration) ?? [];
  const usual =
    range === null
      ? "Too few runs have succeeded to know how long they usually take."
      : shortest === longest
        ? `Runs usually take ${shortest}.`
        : `Runs usually take ${shortest} to ${longest}.`;
  return limitMs === null ? usual : `${usual} The limit is ${runDuration(limitMs)}.`;
}

/** Two servers can report at the same time. Each column needs words of its own. */
const distinct = (columns: string[]) =>
  columns.map((text, i) => {
    const earlier = columns.slice(0, i).filter((other) => other === text).length;
    return earlier === 0 ? text : `${text} (${earlier + 1})`;
  });
