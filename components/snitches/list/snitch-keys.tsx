"use client";

import { useEffect } from "react";
import { pressHotkey, useKeys } from "@/components/keys";
import { pauseByKey } from "@/components/mute/open-mute";
import { remember } from "@/components/recent-snitches";

/** Keys of a snitch’s page: a acknowledges, s opens the menu or ends the snooze, p unpauses or opens it at Pause, y copies the check-in URL. Also adds the snitch to the recent ones. */
export function SnitchKeys({ caseId, token, name }: { caseId: string; token: string; name: string }) {
  useEffect(() => remember(caseId, { token, name }), [caseId, token, name]);
  useKeys({
    a: () => pressHotkey("a"),
    s: () => pressHotkey("s"),
    p: pauseByKey,
    y: () => pressHotkey("y"),
  });
  return null;
}
