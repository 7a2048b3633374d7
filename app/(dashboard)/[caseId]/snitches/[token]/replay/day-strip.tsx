"use client";

import clsx from "clsx";
import { useHoverMarks } from "@/components/charts/use-hover-marks";
import { useTimeFormats } from "@/components/time";
import { daySentence } from "./replay-text";

/** How many alerts of a day would have been sent, would not have been, and were. */
export type DayCounts = { start: Date; wouldNotify: number; wouldNotNotify: number; notified: number };

/**
 * One column for each day, today on the right: upwards what would have been sent, downwards what was. It is one Tab stop, as the
 * history strip.
 */
export function DayStrip({ days, sentence }: { days: DayCounts[]; sentence: string }) {
  const { shown, row, mark } = useHoverMarks(days.length);
  const formats = useTimeFormats();
  const day = days[shown ?? -1];
  const formatDay = (one: DayCounts) => daySentence(formats.day(one.start), one);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="text-xs text-ink-quiet">
        With these settings ↑
      </p>
      <fieldset {...row} aria-label={`Days. ${sentence}`} className="flex h-24 items-stretch">
        {days.map((one, i) => (
          <button
            key={one.start.toISOString()}
            {...mark(i)}
            aria-label={formatDay(one)}
            suppressHydrationWarning
            className={clsx(
              "grid min-w-0 flex-1 grid-rows-2 rounded-sm px-px focus-visible:-outline-offset-1",
              shown === i ? "bg-ink/15" : one.wouldNotify !== one.notified && "bg-accent/15",
            )}
          >
            <span className="flex items-end border-b border-line">
              <Bar count={one.wouldNotify} isHollow={false} />
              {one.wouldNotify === 0 && <Bar count={one.wouldNotNotify} isHollow />}
            </span>
            <span className="flex items-start">
              <Bar count={one.notified} isHollow={false} />
            </span>
          </button>
        ))}
      </fieldset>
      <div aria-hidden className="flex justify-between gap-4 text-xs text-ink-quiet">
        <span>Sent at the time ↓</span>
        {first && last && (
          <span suppressHydrationWarning>
            {formats.day(first.start)} – {formats.day(last.start)}
          </span>
        )}
      </div>
      <p className="min-h-5 text-sm wrap-anywhere text-ink-quiet" suppressHydrationWarning>
        {day
          ? formatDay(day)
          : "Shaded days differ. Hollow bars were not sent. Hover over a day for details."}
      </p>
    </div>
  );
}

/** One alert is two fifths of the height, and more than three are the whole of it. */
const computeHeight = (count: number) => `${Math.min(count + 1, 5) * 20}%`;

function Bar({ count, isHollow }: { count: number; isHollow: boolean }) {
  if (count === 0) return null;
  return (
    <span
      style={{ height: computeHeight(count) }}
      className={clsx("w-full rounded-[1px]", isHollow ? "border border-ink-quiet/60" : "bg-failed/80")}
    />
  );
}
