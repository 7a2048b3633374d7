"use client";

import { useEffect, useRef } from "react";

/** When one control replaces another (Pause, Unpause), the new one gets the focus. */
export function KeepFocus({ on, children }: { on: string; children: React.ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(on);

  useEffect(() => {
    if (before.current === on) return;
    before.current = on;
    if (document.activeElement === document.body) ref.current?.querySelector("button")?.focus();
  }, [on]);

  return <div ref={ref}>{children}</div>;
}
