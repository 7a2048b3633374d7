"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { whenReachable } from "@/components/keep-page";
import { useTimeDisplay, useTimeFormats } from "@/components/time";
import { slotStart, type TimelineRange } from "@/lib/rules/history/case-timeline/axis";

type Pointed = { share: number; at: Date };

/** A line below the pointer with its time. A click on the rows chooses the slot there, as the labels of the axis do. */
export function TimelineCursor({
  fromMs,
  toMs,
  range,
}: {
  fromMs: number;
  toMs: number;
  range: TimelineRange;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const formats = useTimeFormats();
  const { zone } = useTimeDisplay();
  const [pointed, setPointed] = useState<Pointed | null>(null);

  useEffect(() => {
    const [lines, frame] = [ref.current, ref.current?.parentElement];
    if (!lines || !frame) return;
    const find = ({ clientX, target }: PointerEvent | MouseEvent): Pointed | null => {
      const { left, width } = lines.getBoundingClientRect();
      const share = (clientX - left) / width;
      const isOnRow = target instanceof Element && target.closest("tbody svg") !== null;
      return isOnRow && share >= 0 && share < 1
        ? { share, at: new Date(fromMs + share * (toMs - fromMs)) }
        : null;
    };
    const move = (event: PointerEvent) => setPointed(event.pointerType === "mouse" ? find(event) : null);
    const leave = () => setPointed(null);
    const choose = (event: MouseEvent) => {
      const target = find(event);
      if (!target) return;
      const query = new URLSearchParams(location.search);
      query.delete("after");
      query.set("at", slotStart(range, target.at, zone).toISOString());
      whenReachable(() => router.push(`?${query}`, { scroll: false }));
    };
    frame.addEventListener("pointermove", move);
    frame.addEventListener("pointerleave", leave);
    frame.addEventListener("click", choose);
    return () => {
      frame.removeEventListener("pointermove", move);
      frame.removeEventListener("pointerleave", leave);
      frame.removeEventListener("click", choose);
    };
  }, [router, fromMs, toMs, range, zone]);

  return (
    <div ref={ref} aria-hidden className="lines cursor">
      {pointed && (
        <i style={{ left: `${pointed.share * 100}%` }}>
          <span>{formats.moment(pointed.at)}</span>
        </i>
      )}
    </div>
  );
}
