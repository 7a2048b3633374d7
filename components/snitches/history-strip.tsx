"use client";

import clsx from "clsx";
import { useRef, useState } from "react";
import type { PeriodOutcome } from "@/lib/rules/period-outcome";
import type { Bar } from "@/lib/snitches/history";
import { barSentence } from "./history-words";

const LOOKS: Record<PeriodOutcome, string> = {
  healthy: "h-full bg-healthy/65",
  errored: "h-full bg-errored [clip-path:polygon(0_0,100%_0,100%_40%,55%_50%,100%_60%,100%_100%,0_100%)]",
  missed: "h-1/2 border border-failed",
  late: "h-3/4 border border-errored",
  paused: "h-full w-px! mx-auto bg-paused",
  quiet: "h-1 bg-line",
  open: "h-full border border-dotted border-ink-quiet/60",
  unknown: "h-full border-x border-dashed border-ink-quiet/60",
};

type HistoryStripProps = { bars: Bar[]; sentence: string };

/**
 * One bar for each period or hour, the newest on the right. It is one Tab stop: arrow keys move between bars, Enter pins a bar's
 * details, Escape closes them. Hovering over a bar shows its details too.
 */
export function HistoryStrip({ bars, sentence }: HistoryStripProps) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const last = bars.length - 1;
  const [stop, setStop] = useState(last);
  const [pointed, setPointed] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const shown = bars[pointed ?? pinned ?? -1];

  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), last);
    setStop(next);
    ref.current?.querySelectorAll("button")[next]?.focus();
  };
  const press = (event: React.KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: stop - 1,
      ArrowRight: stop + 1,
      Home: 0,
      End: last,
    };
    const index = steps[event.key];
    if (index !== undefined) {
      event.preventDefault();
      go(index);
    } else if (event.key === "Escape") {
      setPinned(null);
      setPointed(null);
    }
  };

  return (
    <div className="grid gap-2">
      <fieldset
        ref={ref}
        aria-label={`History. ${sentence}`}
        onKeyDown={press}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
        className="flex h-9 items-stretch"
      >
        {bars.map((bar, i) => (
          <button
            key={bar.start.toISOString()}
            type="button"
            data-print
            tabIndex={i === stop ? 0 : -1}
            aria-label={barSentence(bar)}
            aria-pressed={pinned === i}
            onPointerEnter={() => setPointed(i)}
            onFocus={() => {
              setStop(i);
              setPointed(i);
            }}
            onClick={() => setPinned(pinned === i ? null : i)}
            className={clsx(
              "flex min-w-0 flex-1 items-end rounded-sm px-px pt-0.5 focus-visible:-outline-offset-1",
              (pointed ?? pinned) === i && "bg-ink/12",
            )}
          >
            <span className={clsx("w-full rounded-[1px]", LOOKS[bar.outcome])} />
          </button>
        ))}
      </fieldset>
      <p className="min-h-5 text-sm wrap-anywhere text-ink-quiet">{shown ? barSentence(shown) : sentence}</p>
    </div>
  );
}
