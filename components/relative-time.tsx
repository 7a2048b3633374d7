"use client";

import { useEffect, useState } from "react";
import { formatDuration } from "@/lib/rules/format-duration";
import { Time } from "./time";
import { fromNow } from "./time-formats";

const AGAIN_MS = 20_000;

type RelativeTimeProps = {
  at: Date;
  now: Date;
  /** Shows how long it is overdue: “22 hours late”. */
  late?: boolean;
  isTabStop?: boolean;
  /** In place of the class that keeps it on one line. */
  className?: string;
};

/** “4 minutes ago”, updated while the page is open. `now` is the server's time, so that the first render matches. */
export function RelativeTime(props: RelativeTimeProps) {
  const { at, now: rendered, late = false, isTabStop, className = "whitespace-nowrap" } = props;
  const now = useTickingNow(rendered);
  return (
    <Time at={at} className={className} isTabStop={isTabStop}>
      {relativeText(at, now, late)}
    </Time>
  );
}

/** “4 minutes ago”, or “22 hours late”. */
export const relativeText = (at: Date, now: Date, isLate: boolean): string =>
  isLate ? `${formatDuration(now.getTime() - at.getTime())} late` : fromNow(at, now);

/** The present, a few times a minute. At first the time at which the server rendered the page. */
export function useTickingNow(rendered: Date): Date {
  const [now, setClock] = useState<Date | null>(null);

  useEffect(() => {
    const timer = setInterval(() => setClock(new Date()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);

  return now && now > rendered ? now : rendered;
}
