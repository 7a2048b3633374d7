"use client";

import clsx from "clsx";
import { useHoverMarks } from "@/components/charts/use-hover-marks";
import type { PeriodOutcome } from "@/lib/rules/history/period-outcome";

const LOOKS: Record<PeriodOutcome, string> = {
  healthy: "h-full bg-healthy/65",
  errored: "h-full bg-errored [clip-path:polygon(0_0,100%_0,100%_40%,55%_50%,100%_60%,100%_100%,0_100%)]",
  missed: "h-1/2 border border-failed",
  late: "h-3/4 border border-errored",
  paused: "h-full w-px! mx-auto bg-paused",
  excused: "h-full border-y border-paused",
  quiet: "h-1 bg-line",
  open: "h-full border border-dotted border-ink-quiet/60",
  unknown: "h-full border-x border-dashed border-ink-quiet/60",
};

/** What the strip shows of a period: its start identifies it. */
export type StripBar = { start: Date; outcome: PeriodOutcome; text: string; isCovered?: true };

/**
 * One bar for each period or hour, the newest on the right. It is one Tab stop: arrow keys move between bars, Enter pins a bar's
 * details, Escape closes them. Hovering over a bar shows its details too.
 */
export function HistoryStrip({ bars, sentence }: { bars: StripBar[]; sentence: string }) {
  const { shown, row, mark } = useHoverMarks(bars.length);
  const bar = bars[shown ?? -1];
  return (
    <div className="grid gap-2">
      <fieldset {...row} aria-label={`History. ${sentence}`} data-print className="history-strip">
        {bars.map((one, i) => (
          <button
            key={one.start.toISOString()}
            {...mark(i)}
            aria-label={one.text}
            className={shown === i ? "bg-ink/12" : undefined}
          >
            <span className={clsx(LOOKS[one.outcome], one.isCovered && "bg-paused/25")} />
          </button>
        ))}
      </fieldset>
      <p className="min-h-5 text-sm wrap-anywhere text-ink-quiet">{bar?.text ?? sentence}</p>
    </div>
  );
}
