"use client";

import { useEffect, useState } from "react";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { runDuration } from "@/lib/rules/runs/run-duration";

type RunningTimeProps = {
  since: Date;
  now: Date;
  /** Leaves the seconds out after the first minute, for lists. */
  isBrief?: boolean;
};

/** How long something has been running: it counts up while the page is open. `now` is the server's time, so that the first render matches. */
export function RunningTime({ since, now: rendered, isBrief = false }: RunningTimeProps) {
  const [clock, setClock] = useState<Date | null>(null);

  useEffect(() => {
    const timer = setInterval(() => setClock(new Date()), isBrief ? 10 * SECOND_MS : SECOND_MS);
    return () => clearInterval(timer);
  }, [isBrief]);

  const now = clock && clock > rendered ? clock : rendered;
  const elapsedMs = Math.max(now.getTime() - since.getTime(), 0);
  const stepMs = isBrief && elapsedMs >= MINUTE_MS ? MINUTE_MS : SECOND_MS;
  const shownMs = Math.floor(elapsedMs / stepMs) * stepMs;
  return <span className="tabular-nums">{shownMs === 0 ? "0 s" : runDuration(shownMs)}</span>;
}
