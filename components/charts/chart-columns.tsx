"use client";

import clsx from "clsx";
import { useHoverMarks } from "./use-hover-marks";

type ChartColumnsProps = {
  /** What the chart as a whole says. */
  sentence: string;
  /** What each column says, from left to right. */
  columns: string[];
  /** The place of the plot within the chart, in percent. */
  plot: { left: string; right: string; top: string; bottom: string };
  children: React.ReactNode;
};

/** Makes a chart readable by pointer, touch and keyboard: the column that is pointed at is put into words below it. */
export function ChartColumns({ sentence, columns, plot, children }: ChartColumnsProps) {
  const { shown, row, mark } = useHoverMarks(columns.length);
  return (
    <div className="grid gap-2">
      <div className="relative">
        {children}
        <fieldset
          {...row}
          aria-label={sentence}
          style={plot}
          className="absolute flex items-stretch print:hidden"
        >
          {columns.map((text, i) => (
            <button
              key={text}
              {...mark(i)}
              aria-label={text}
              className={clsx(
                "min-w-0 flex-1 rounded-sm focus-visible:-outline-offset-1",
                shown === i && "bg-ink/12",
              )}
            />
          ))}
        </fieldset>
      </div>
      <p className="min-h-5 text-sm text-ink-quiet">{shown === null ? sentence : columns[shown]}</p>
    </div>
  );
}
