"use client";

import { useEffect, useRef } from "react";

/**
 * A button that unfolds what belongs to it below, also without scripts. With them it closes on Escape, and when a person goes on
 * elsewhere. A choice in it leaves it open, because people often make several.
 */
export function Dropdown({ label, children }: { label: React.ReactNode; children: React.ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const closeIfOutside = ({ target }: Event) => {
      const isInside =
        target instanceof Element && (details.contains(target) || target.closest("[role=dialog]"));
      if (!isInside) details.open = false;
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeIfOutside);
    document.addEventListener("focusin", closeIfOutside);
    details.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeIfOutside);
      document.removeEventListener("focusin", closeIfOutside);
      details.removeEventListener("keydown", closeByKey);
    };
  }, []);

  return (
    <details ref={ref} className="dropdown">
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}
