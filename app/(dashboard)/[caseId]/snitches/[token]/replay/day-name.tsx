"use client";

import { useTimeFormats } from "@/components/time";

/** “Tue 10 Mar”, in the reader’s zone. */
export function DayName({ start }: { start: Date }) {
  const formats = useTimeFormats();
  return (
    <time dateTime={start.toISOString()} className="whitespace-nowrap" suppressHydrationWarning>
      {formats.day(start)}
    </time>
  );
}
