"use client";

import { useEffect } from "react";
import { remember } from "@/components/command/recent";
import { openMenu, useKeys } from "@/components/keys";

const find = (key: string) => document.querySelector<HTMLElement>(`[data-hotkey="${key}"]`);

/** Keys of a snitch’s page: p pauses or unpauses, y copies the check-in URL. Also adds the snitch to the recent ones. */
export function SnitchKeys({ caseId, token, name }: { caseId: string; token: string; name: string }) {
  useEffect(() => remember(caseId, { token, name }), [caseId, token, name]);
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
