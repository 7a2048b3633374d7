"use client";

import { useEffect } from "react";

/** Beside UTC, every time on the page says the viewer’s own when it is pointed at. */
export function LocalTimes() {
  useEffect(() => {
    const tell = ({ target }: PointerEvent) => {
      const time = target instanceof Element ? target.closest("time") : null;
      if (!time || time.dataset.told === time.dateTime) return;
      const local = new Date(time.dateTime).toLocaleString(undefined, {
        dateStyle: "medium",
        timeStyle: "long",
      });
      time.title = [time.title, `${local}, where you are`].filter(Boolean).join("\n");
      time.dataset.told = time.dateTime;
    };
    document.addEventListener("pointerover", tell);
    return () => document.removeEventListener("pointerover", tell);
  }, []);
  return null;
}
