"use client";

import { openMenu, useKeys } from "@/components/keys";

const find = (key: string) => document.querySelector<HTMLElement>(`[data-hotkey="${key}"]`);

/** A snitch’s page by keyboard: p pauses or unpauses, y copies the check-in URL. */
export function SnitchKeys() {
  useKeys({
    p: () => {
      const button = find("p");
      if (button?.ariaHasPopup) openMenu(button);
      else button?.click();
    },
    y: () => find("y")?.click(),
  });
  return null;
}
