"use client";

import { useEffect, useRef } from "react";

type KeepFocusProps = {
  on: string;
  /** Which of the new elements. */
  to?: string;
  children: React.ReactNode;
};

/** When one control replaces another (Pause, Unpause), the new one gets the focus. */
export function KeepFocus({ on, to = "button", children }: KeepFocusProps) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(on);

  useEffect(() => {
    if (before.current === on) return;
    before.current = on;
    if (document.activeElement === document.body) ref.current?.querySelector<HTMLElement>(to)?.focus();
  }, [on, to]);

  return <div ref={ref}>{children}</div>;
}
