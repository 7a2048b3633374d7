"use client";

import { useEffect } from "react";

/** Adds the viewer's local time to the tooltip of every time on the page. */
export function LocalTimes() {
  useEffect(() => {
    const tell = ({ target }: PointerEvent) => {
      const time = target instanceof Element ? target.closest("time") : null;
      if (!time || time.dataset.localTimeOf === time.dateTime) return;
      const local = new Date(time.dateTime).toLocaleString(undefined, {
        dateStyle: "medium",
        timeStyle: "long",
      });
      time.title = [time.title, `${local}, where you are`].filter(Boolean).join("\n");
      time.dataset.localTimeOf = time.dateTime;
    };
    document.addEventListener("pointerover", tell);
    return () => document.removeEventListener("pointerover", tell);
  }, []);
  return null;
}
