"use client";

import { useEffect, useState } from "react";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { Time } from "./time";
import { fromNow } from "./time-in-words";

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
  const [ticked, setTicked] = useState<Date | null>(null);

  useEffect(() => {
    const timer = setInterval(() => setTicked(new Date()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);

  const now = ticked && ticked > rendered ? ticked : rendered;
  return (
    <Time at={at} className={className} isTabStop={isTabStop}>
      {late ? `${durationInWords(now.getTime() - at.getTime())} late` : fromNow(at, now)}
    </Time>
  );
}
