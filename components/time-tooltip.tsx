"use client";

import { useEffect } from "react";
import type { TimeDisplay } from "@/lib/rules/time-display";
import { exactlyInBoth } from "./time-formats";

const ID = "time-tooltip";
const GAP_PX = 6;
const MARGIN_PX = 8;
const LOOK =
  "fixed z-50 w-max max-w-[calc(100vw-1rem)] rounded-md border border-line bg-surface px-2.5 py-1.5 text-xs whitespace-pre-line text-ink shadow-lg print:hidden";
const LANDMARKS = "[role=dialog], header, main";

/**
 * Shows a time on the page exactly, and in UTC, while it is hovered or focused, and after a touch. Renders nothing itself. What it shows is
 * put into words when it is wanted: a page has up to a hundred times.
 */
export function TimeTooltip({ display }: { display: TimeDisplay }) {
  useEffect(() => {
    const tooltip = Object.assign(document.createElement("div"), {
      id: ID,
      role: "tooltip",
      className: LOOK,
    });
    let current: HTMLTimeElement | null = null;

    const hide = () => {
      current?.removeAttribute("aria-describedby");
      current = null;
      tooltip.remove();
    };
    const show = ({ target }: Event) => {
      if (!(target instanceof Element) || tooltip.contains(target)) return;
      const time = target.closest("time");
      if (time === current) return;
      hide();
      if (!time || Number.isNaN(Date.parse(time.dateTime))) return;
      current = time;
      tooltip.textContent = exactlyInBoth(new Date(time.dateTime), display);
      (time.closest(LANDMARKS) ?? document.body).append(tooltip);
      time.setAttribute("aria-describedby", ID);
      place(tooltip, time.getBoundingClientRect());
    };
    const press = ({ key }: KeyboardEvent) => key === "Escape" && hide();

    const shows = ["pointerover", "pointerdown", "focusin"];
    for (const type of shows) document.addEventListener(type, show);
    document.addEventListener("keydown", press);
    document.addEventListener("scroll", hide, true);
    return () => {
      hide();
      for (const type of shows) document.removeEventListener(type, show);
      document.removeEventListener("keydown", press);
      document.removeEventListener("scroll", hide, true);
    };
  }, [display]);
  return null;
}

/** Above what it describes, or below if there is no room, and within the window. */
function place(tooltip: HTMLElement, at: DOMRect): void {
  const { width, height } = tooltip.getBoundingClientRect();
  const above = at.top - height - GAP_PX;
  const right = document.documentElement.clientWidth - width - MARGIN_PX;
  tooltip.style.top = `${above > MARGIN_PX ? above : at.bottom + GAP_PX}px`;
  tooltip.style.left = `${Math.max(MARGIN_PX, Math.min(at.left, right))}px`;
}
