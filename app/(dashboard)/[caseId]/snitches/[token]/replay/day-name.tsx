"use client";

import { useTimesInWords } from "@/components/time";

/** “Tue 10 Mar”, in the reader’s zone. */
export function DayName({ start }: { start: Date }) {
  const words = useTimesInWords();
  return (
    <time dateTime={start.toISOString()} className="whitespace-nowrap" suppressHydrationWarning>
      {words.day(start)}
    </time>
  );
}
