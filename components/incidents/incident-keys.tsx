"use client";

import { pressHotkey, useKeys } from "@/components/keys";
import { pauseByKey } from "@/components/mute/open-mute";

/** Keys of an incident’s page: a acknowledges, s opens the menu or ends the snooze, p opens it at Pause. */
export function IncidentKeys() {
  useKeys({ a: () => pressHotkey("a"), s: () => pressHotkey("s"), p: pauseByKey });
  return null;
}
