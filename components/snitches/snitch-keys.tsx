"use client";

import { useEffect } from "react";
import { remember } from "@/components/command/recent";
import { openMenu, useKeys } from "@/components/keys";

const find = (key: string) => document.querySelector<HTMLElement>(`[data-hotkey="${key}"]`);

const press = (button: HTMLElement | null) => (button?.ariaHasPopup ? openMenu(button) : button?.click());

/** Keys of a snitch’s page: s snoozes, p pauses or unpauses, y copies the check-in URL. Also adds the snitch to the recent ones. */
export function SnitchKeys({ caseId, token, name }: { caseId: string; token: string; name: string }) {
  useEffect(() => remember(caseId, { token, name }), [caseId, token, name]);
  useKeys({
    s: () => press(find("s")),
    p: () => press(find("p")),
    y: () => find("y")?.click(),
  });
  return null;
}
