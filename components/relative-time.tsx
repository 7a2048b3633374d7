"use client";

import { useEffect, useState } from "react";
import { durationInWords } from "@/lib/rules/duration-in-words";
import { exactlyInUtc, fromNow } from "./time-in-words";

const AGAIN_MS = 20_000;

type RelativeTimeProps = {
  at: Date;
  now: Date;
  /** Shows how long it is overdue: “22 hours late”. */
  late?: boolean;
};

/** “4 minutes ago”, updated while the page is open, with the exact UTC time on hover. `now` is the server's time, so that the first render matches. */
export function RelativeTime({ at, now: rendered, late = false }: RelativeTimeProps) {
  const [ticked, setTicked] = useState<Date | null>(null);

  useEffect(() => {
    const timer = setInterval(() => setTicked(new Date()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);

  const now = ticked && ticked > rendered ? ticked : rendered;
  return (
    <time dateTime={at.toISOString()} title={exactlyInUtc(at)} className="whitespace-nowrap">
      {late ? `${durationInWords(now.getTime() - at.getTime())} late` : fromNow(at, now)}
    </time>
  );
}
