"use client";

import { createContext, use } from "react";
import { DEFAULT_DISPLAY, type TimeDisplay } from "@/lib/rules/time-display";
import { type TimeFormats, timeFormats } from "./time-formats";

const Display = createContext(DEFAULT_DISPLAY);

/** Gives the pages below it the reader's time zone and locale. */
export function TimeDisplayProvider({
  display,
  children,
}: {
  display: TimeDisplay;
  children: React.ReactNode;
}) {
  return <Display value={display}>{children}</Display>;
}

/** The times below are in this zone. */
export function InZone({ zone, children }: { zone: string; children: React.ReactNode }) {
  return <TimeDisplayProvider display={{ ...use(Display), zone }}>{children}</TimeDisplayProvider>;
}

/** How times are shown to the reader. */
export const useTimeDisplay = (): TimeDisplay => use(Display);

/** The words for times, as the reader reads them. */
export const useTimeFormats = (): TimeFormats => timeFormats(use(Display));

type TimeProps = {
  at: Date;
  /** How exact it is: “10 Mar 2026”, “Tue 10 Mar, 10:37” (the default), with seconds, with seconds and the year, or the clock alone. */
  as?: "date" | "moment" | "second" | "exact" | "time";
  /** Leaves the day out if it is the day of this instant. */
  near?: Date;
  /** Other words for it, such as “4 minutes ago”. */
  children?: React.ReactNode;
  className?: string;
  /** In a long list of links, Tab stops at the links alone. */
  isTabStop?: boolean;
};

/** A time in the reader's zone, which the page names once (`ZoneNote`). `TimeTooltip` shows it exactly, and in UTC, on hover, focus and touch. */
export function Time({ at, as = "moment", near, children, className, isTabStop = true }: TimeProps) {
  const display = use(Display);
  const formats = timeFormats(display);
  return (
    <time
      dateTime={at.toISOString()}
      className={className || undefined}
      // Lets keyboard users read the tooltip.
      tabIndex={isTabStop ? 0 : undefined}
      // The server and the browser may write a time differently. Then the server's text stays.
      suppressHydrationWarning
    >
      {children ?? (near ? formats.soon(at, near) : formats[as](at))}
    </time>
  );
}
