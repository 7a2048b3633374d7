"use client";

import { useEffect, useRef } from "react";

/**
 * A button that unfolds what belongs to it below, also without scripts. With them it closes on Escape, and when a person goes on
 * elsewhere. A choice in it leaves it open, because people often make several, unless it is marked by `data-closes-menu`.
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
    const close = () => {
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape" && details.open) close();
    };
    const closeByChoice = ({ target }: Event) => {
      if (target instanceof Element && target.closest("[data-closes-menu]")) close();
    };
    document.addEventListener("pointerdown", closeIfOutside);
    document.addEventListener("focusin", closeIfOutside);
    details.addEventListener("keydown", closeByKey);
    details.addEventListener("click", closeByChoice);
    return () => {
      document.removeEventListener("pointerdown", closeIfOutside);
      document.removeEventListener("focusin", closeIfOutside);
      details.removeEventListener("keydown", closeByKey);
      details.removeEventListener("click", closeByChoice);
    };
  }, []);

  return (
    <details ref={ref} className="dropdown">
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  );
}
