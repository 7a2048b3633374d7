"use client";

import { useEffect } from "react";
import { remember } from "@/components/command/recent";
import { pressHotkey, useKeys } from "@/components/keys";

/** Keys of a snitch’s page: a acknowledges, s snoozes, p pauses or unpauses, y copies the check-in URL. Also adds the snitch to the recent ones. */
export function SnitchKeys({ caseId, token, name }: { caseId: string; token: string; name: string }) {
  useEffect(() => remember(caseId, { token, name }), [caseId, token, name]);
  useKeys({
    a: () => pressHotkey("a"),
    s: () => pressHotkey("s"),
    p: () => pressHotkey("p"),
    y: () => pressHotkey("y"),
  });
  return null;
}
